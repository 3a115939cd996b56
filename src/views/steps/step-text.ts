import { PHASES } from '../../../workers/base/scope.ts';
import type { Table } from '../../../workers/base/table.ts';
import { formatCount, formatDuration } from '../../format/format.ts';
import { visibleText } from '../../format/visible-text.ts';
import { PLAIN } from '../../styles/phase-looks.ts';
import { numbersOf, textAt, textsOf } from '../../table/read-column.ts';
import type { StepSeries } from './series.ts';

/** A step in a few words: for the card at the pointer, and as one line for the status bar and screen readers. */
export interface StepText {
  readonly title: string;
  readonly name: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly line: string;
}

export function stepText(table: Table, series: StepSeries, step: number): StepText {
  const { lines, parts, durationNs } = series;
  const place = series.phase[step];
  const phase = place === PLAIN ? '' : PHASES[place];
  const duration = formatDuration(durationNs[step], 'table');
  const hasGpuWork = numbersOf(table, 'kernelSum')[step] > 0;
  const busy = parts.busy[step] + parts.exposed[step];
  const requests = requestsText(lines.contextRequests[step], lines.generationRequests[step]);
  const facts = [
    { label: 'Duration', value: duration },
    ...(hasGpuWork
      ? [
          { label: 'GPU busy', value: formatDuration(busy, 'table') },
          { label: 'Exposed communication', value: formatDuration(parts.exposed[step], 'table') },
          { label: 'Idle', value: formatDuration(parts.idle[step], 'table') },
        ]
      : [{ label: 'GPU', value: 'no work' }]),
    ...(requests === '' ? [] : [{ label: 'Requests', value: requests }]),
    ...counted('Concurrency', lines.concurrency[step]),
    ...counted('Tokens', lines.tokens[step]),
    ...counted('KV tokens', lines.kvTokens[step]),
  ];
  const line = [
    `step ${formatCount(step)}`,
    ...(phase === '' ? [] : [phase]),
    duration,
    hasGpuWork ? `GPU busy ${formatDuration(busy)}` : 'no GPU work',
    ...(requests === '' ? [] : [`${requests} requests`]),
    ...counted('tokens', lines.tokens[step]).map(({ value }) => `${value} tokens`),
  ].join(' · ');
  const title = `Step ${formatCount(step)}${phase === '' ? '' : `, ${phase}`}`;
  return { title, name: visibleText(textAt(textsOf(table, 'name'), step)), facts, line };
}

function requestsText(context: number, generation: number): string {
  const known = [
    ...(Number.isNaN(context) ? [] : [`${formatCount(context)} context`]),
    ...(Number.isNaN(generation) ? [] : [`${formatCount(generation)} generation`]),
  ];
  return known.join(', ');
}

function counted(label: string, value: number) {
  return Number.isNaN(value) ? [] : [{ label, value: formatCount(value) }];
}
