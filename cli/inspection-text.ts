import type { OpenOutcome, TraceSummary } from '../workers/engine/engine.ts';
import type { Inspection } from './inspection.ts';

/** The inspection for people. */
export function inspectionText(found: Inspection, outcome: OpenOutcome): string {
  switch (outcome.kind) {
    case 'opened':
      return text(summaryLines(found, outcome.summary));
    case 'choose':
      return text([`${found.file}: not opened`, `  ${found.refused?.reason}`]);
    case 'refused': {
      const { reason, offset, excerpt, readable, advice } = outcome.refusal;
      const place = offset === null ? '' : `At byte ${offset}${excerpt === '' ? '' : `: ${excerpt}`}`;
      const words = [reason, place, readable, advice].filter((part) => part !== '');
      return text([`${found.file}: not opened`, ...words.map((line) => `  ${line}`)]);
    }
  }
}

const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

function summaryLines(found: Inspection, summary: TraceSummary): string[] {
  const { gpuAll } = found;
  const repaired = found.repaired > 0 ? `, ${found.repaired} repaired` : '';
  return [
    [found.file, ...summary.headline.filter((text) => text !== found.file)].join(' · '),
    '',
    ...summary.facts.map(({ label, value }) => field(label, value)),
    field('Events', `${found.events} (${found.kept} kept, ${found.dropped} dropped${repaired})`),
    field('GPU events', `${found.gpuEvents} (${found.kernels} kernels, ${found.unlinkedGpuEvents} unlinked)`),
    ...(found.gpuEvents === 0
      ? []
      : [
          field('GPU busy', milliseconds(gpuAll.busyUs)),
          field('  computation', milliseconds(gpuAll.computationUs)),
          field('  exposed comm', milliseconds(gpuAll.exposedCommUs)),
          field('  exposed copies', milliseconds(gpuAll.exposedMemcpyUs)),
          field('GPU idle', milliseconds(gpuAll.idleUs)),
        ]),
    ...(summary.ledger.length === 0 ? [] : ['', 'Data quality']),
    ...summary.ledger.map((entry) => `  ${entry.severity}: ${entry.message}`),
  ];
}

const field = (label: string, value: string): string => `${label.padEnd(20)} ${value}`;
const milliseconds = (us: number): string => `${(us / 1000).toFixed(3)} ms`;
