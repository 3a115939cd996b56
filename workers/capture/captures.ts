import { readAnnotation } from '../steps/annotations.ts';
import type { StepLabel } from '../steps/steps.ts';
import { EventCopies } from '../trace/event-copies.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { type CapturedGraph, capturedGraphs } from './captured-graphs.ts';
import { captureFileName } from './file-names.ts';
import { KernelTokens } from './kernel-tokens.ts';
import { rankOf, worldSizeOf } from './run-facts.ts';
import { usualFirstDimension } from './usual-dimension.ts';

/** The graphs of one captured batch size. */
export interface Capture {
  readonly file: string;
  /** Requests or tokens, as the server counts; null where nothing tells. */
  readonly batchSize: number | null;
  /** Query tokens of a request where the capture fixes more than one (speculative decoding). */
  readonly queries: number | null;
  /** As the server names it: `FULL`, `PIECEWISE`, `DECODE`, …; `DIFFUSION` for a step of a diffusion model. */
  readonly mode: string;
  readonly role: StepLabel['role'];
  readonly rank: number | null;
  readonly worldSize: number | null;
  readonly graphs: readonly CapturedGraph[];
}

/** What captured graphs share: copies of their calls, and numbers for kernel names. */
export interface CaptureStore {
  readonly copies: EventCopies;
  readonly tokens: KernelTokens;
}

export function newCaptureStore(): CaptureStore {
  return { copies: new EventCopies(), tokens: new KernelTokens() };
}

/**
 * The captures of a trace, one for each annotation `capture_<n>_<mode>` around captured graphs, and one for the graphs without. Size and
 * mode come from the annotation; else the size from a diffusion step, the file's name or the operators' usual first dimension, and the
 * mode from the number of graphs (I 9.1).
 */
export function readCaptures(model: TraceModel, file: string, { copies, tokens }: CaptureStore): Capture[] {
  const { columns } = model;
  const graphs = capturedGraphs(model, copies, tokens);
  const labels = captureLabels(model);
  const name = captureFileName(file);
  const rank = rankOf(columns.header) ?? name.rank;
  const worldSize = worldSizeOf(columns.header);
  const byLabel = new Map<CaptureLabel | null, CapturedGraph[]>();
  for (const graph of graphs) {
    const label = labels.find((one) => isAround(one, graph)) ?? null;
    byLabel.set(label, [...(byLabel.get(label) ?? []), graph]);
  }
  return [...byLabel].map(([label, own]) => ({
    file,
    ...(label === null ? unlabelled(model, name, own) : labelled(label, name)),
    queries: name.queries,
    rank,
    worldSize,
    graphs: own,
  }));
}

type Classified = Pick<Capture, 'batchSize' | 'mode' | 'role'>;

interface CaptureLabel extends Pick<StepLabel, 'tokens' | 'mode' | 'role'> {
  readonly startNs: number;
  readonly endNs: number;
}

function captureLabels({ columns, kind }: TraceModel): CaptureLabel[] {
  const labels: CaptureLabel[] = [];
  for (let event = 0; event < columns.length; event++) {
    if (kind[event] !== EventKind.userAnnotation) continue;
    const label = readAnnotation(columns.strings.get(columns.name[event]));
    if (label?.framework !== 'capture') continue;
    const startNs = columns.ts[event];
    labels.push({ ...label, startNs, endNs: startNs + columns.dur[event] });
  }
  return labels;
}

function isAround({ startNs, endNs }: CaptureLabel, graph: CapturedGraph): boolean {
  return startNs <= graph.startNs && graph.startNs <= endNs;
}

function labelled({ tokens, mode, role }: CaptureLabel, name: ReturnType<typeof captureFileName>): Classified {
  return { batchSize: tokens ?? name.batchSize, mode, role };
}

function unlabelled(
  model: TraceModel,
  name: ReturnType<typeof captureFileName>,
  graphs: readonly CapturedGraph[],
): Classified {
  const diffusion = diffusionBatch(model);
  if (diffusion !== null) return { batchSize: diffusion, mode: 'DIFFUSION', role: null };
  return {
    batchSize: name.batchSize ?? usualFirstDimension(model),
    mode: graphs.length > 1 ? 'PIECEWISE' : 'FULL',
    role: null,
  };
}

/** xDiT: `execute_diffusion_<batch>_<width>x<height>`. */
function diffusionBatch({ columns, kind }: TraceModel): number | null {
  for (let event = 0; event < columns.length; event++) {
    if (kind[event] !== EventKind.userAnnotation) continue;
    const match = /^execute_diffusion_(\d+)_/.exec(columns.strings.get(columns.name[event]));
    if (match) return Number(match[1]);
  }
  return null;
}
