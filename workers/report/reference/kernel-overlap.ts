import type { TraceModel } from '../../trace/trace-model.ts';
import { BusyTime } from './busy-time.ts';
import { pythonFloat, pythonString } from './python-text.ts';

/** Shorter meetings are clock noise, ns. */
const LEAST = 1000;

/** GPU events that ran at the same time as others of another stream and another operator (section C, overlap information). */
export interface KernelOverlaps {
  /** Distinct names of what ran beside the events `gpuRows`, as a Python tuple; undefined where nothing did. */
  names(gpuRows: ArrayLike<number>): string | undefined;
  /** Part of the events' busy time during which something ran beside them, to two decimals; NaN where nothing did. */
  share(gpuRows: ArrayLike<number>): number;
  /** What ran beside the events of some calls, by name, as a Python list; names are cut to `nameLength`. */
  details(lists: readonly ArrayLike<number>[], nameLength?: number): string;
}

/** Finds all pairs by one sweep over the events by start; only linked events unless `includeUnlinked`. */
export function kernelOverlaps(model: TraceModel, includeUnlinked: boolean): KernelOverlaps {
  const { columns, gpuEvents, streams, streamOf } = model;
  const start = (row: number) => columns.ts[gpuEvents[row]];
  const duration = (row: number) => columns.dur[gpuEvents[row]];
  const end = (row: number) => start(row) + duration(row);
  const nameOf = (row: number) => columns.strings.get(columns.name[gpuEvents[row]]);
  const beside = pairs(model, includeUnlinked);
  /** Length of the common time. */
  const common = (a: number, b: number) => Math.min(end(a), end(b)) - Math.max(start(a), start(b));

  const names = (gpuRows: ArrayLike<number>) => {
    const found = new Set(Array.from(gpuRows).flatMap((row) => (beside.get(row) ?? []).map(nameOf)));
    if (found.size === 0) return undefined;
    const texts = [...found].sort().map(pythonString);
    return texts.length === 1 ? `(${texts[0]},)` : `(${texts.join(', ')})`;
  };
  const share = (gpuRows: ArrayLike<number>) => {
    const own = new BusyTime();
    let together = 0;
    for (const row of Array.from(gpuRows)) {
      own.add(start(row), duration(row));
      // The others of an event come in the order in which they begin to run beside it.
      const pieces = new BusyTime();
      for (const other of beside.get(row) ?? []) pieces.add(Math.max(start(row), start(other)), common(row, other));
      together += pieces.ns;
    }
    return together === 0 ? Number.NaN : Math.round((together / own.ns) * 100) / 100;
  };
  const details = (lists: readonly ArrayLike<number>[], nameLength = Number.POSITIVE_INFINITY) => {
    const byName = new Map<string, { stream: number; pairs: number; ns: number; share: number }>();
    for (const row of lists.flatMap((list) => Array.from(list))) {
      for (const other of beside.get(row) ?? []) {
        const known = byName.get(nameOf(other));
        const entry = known ?? { stream: streams[streamOf[other]].stream, pairs: 0, ns: 0, share: 0 };
        if (known === undefined) byName.set(nameOf(other), entry);
        entry.pairs++;
        entry.ns += duration(other);
        entry.share += common(row, other) / duration(row);
      }
    }
    const items = [...byName].map(([name, { stream, pairs: count, ns, share: sum }]) => {
      const short = name.length > nameLength ? `${name.slice(0, nameLength)}...` : name;
      const mean = `'mean_duration_us': ${pythonFloat(ns / count / 1e3)}, 'mean_overlap_pct': ${pythonFloat(sum / count)}`;
      return `{'name': ${pythonString(short)}, 'stream': ${stream}, ${mean}}`;
    });
    return `[${items.join(', ')}]`;
  };
  return { names, share, details };
}

/** The events that ran beside each one, in the order in which they began to. */
function pairs(model: TraceModel, includeUnlinked: boolean): ReadonlyMap<number, readonly number[]> {
  const { columns, gpuEvents, caller, launch, operatorOf, streamOf } = model;
  const end = (row: number) => columns.ts[gpuEvents[row]] + columns.dur[gpuEvents[row]];
  const operator = (row: number) => (caller[row] < 0 ? -1 : operatorOf[caller[row]]);
  const found = new Map<number, number[]>();
  const add = (row: number, other: number) => {
    const others = found.get(row);
    if (others) others.push(other);
    else found.set(row, [other]);
  };
  let running: number[] = [];
  for (let row = 0; row < gpuEvents.length; row++) {
    if (columns.dur[gpuEvents[row]] === 0 || (launch[row] < 0 && !includeUnlinked)) continue;
    const at = columns.ts[gpuEvents[row]];
    running = running.filter((other) => end(other) > at);
    for (const other of running) {
      const isOfOneOperator = operator(row) >= 0 && operator(row) === operator(other);
      if (streamOf[other] === streamOf[row] || isOfOneOperator) continue;
      if (Math.min(end(row), end(other)) - at < LEAST) continue;
      add(row, other);
      add(other, row);
    }
    running.push(row);
  }
  return found;
}
