import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import type { StepLabel } from './steps.ts';

/** A slice, or a stretch of slices, that a detector takes for a step. Times in ns since the trace's base. */
export interface Root {
  /** The slice, or the first of the stretch. */
  readonly event: EventId;
  readonly startNs: number;
  readonly endNs: number;
  readonly name: string;
  /** The annotation's; null for anything else, and for one that cannot be read. */
  readonly label: StepLabel | null;
  readonly parsed: boolean;
  /** If it is the last: its tile ends here, since something else begins. */
  readonly tileLimitNs?: number | undefined;
}

/** A slice as a root, under its own name. */
export function rootOf({ ts, dur, name, strings }: TraceColumns, event: EventId): Root {
  return {
    event,
    startNs: ts[event],
    endNs: ts[event] + dur[event],
    name: strings.get(name[event]),
    label: null,
    parsed: true,
  };
}

/** Clocks are read one after the other: a slice that ends this much after another, in ns, still lies in it. */
const TOLERANCE = 1000;

/** Whether a root lies in another. */
export function liesIn(inner: Root, outer: Root): boolean {
  return inner.startNs >= outer.startNs && inner.endNs <= outer.endNs + TOLERANCE;
}

/** Roots by track, each track's by start, the enclosing first. */
export function byTrack({ track }: TraceColumns, roots: readonly Root[]): Map<number, Root[]> {
  const tracks = new Map<number, Root[]>();
  for (const root of roots) {
    const own = tracks.get(track[root.event]);
    if (own) own.push(root);
    else tracks.set(track[root.event], [root]);
  }
  for (const own of tracks.values()) own.sort((a, b) => a.startNs - b.startNs || b.endNs - a.endNs);
  return tracks;
}

/**
 * The outermost of one track's sorted roots. What lies in one of them is the same step seen again: its label is taken where it tells
 * more and is the only one to do so.
 */
export function outermost(roots: readonly Root[]): Root[] {
  const kept: Root[] = [];
  let inner: Root[] = [];
  const close = () => {
    const outer = kept.pop();
    if (outer) kept.push(withBetterLabel(outer, inner));
    inner = [];
  };
  for (const root of roots) {
    const outer = kept.at(-1);
    if (outer && liesIn(root, outer)) inner.push(root);
    else {
      close();
      kept.push(root);
    }
  }
  close();
  return kept;
}

function withBetterLabel(outer: Root, inner: readonly Root[]): Root {
  const better = inner.filter((root) => worth(root.label) > worth(outer.label));
  if (better.length !== 1) return outer;
  const { name, label, parsed } = better[0];
  return { ...outer, name, label, parsed };
}

function worth(label: StepLabel | null): number {
  if (label === null) return 0;
  return label.detailed ? 2 : 1;
}
