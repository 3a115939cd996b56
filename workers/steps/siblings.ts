import type { EventId } from '../ingest/trace-columns.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import type { GpuWeights } from './gpu-weights.ts';
import { skeletonOf } from './skeleton.ts';

/** Slices beside each other in the call tree by start, with what their names have in common made equal. */
export interface Siblings {
  readonly events: Int32Array;
  /** The name of each without what differs from call to call, as a number below `names.length`. */
  readonly codes: Int32Array;
  readonly names: readonly string[];
}

/** How often each code comes. */
export function countsOf({ codes, names }: Siblings): Int32Array {
  const counts = new Int32Array(names.length);
  for (const code of codes) counts[code]++;
  return counts;
}

/** Gives slices their codes, and remembers each name that it has seen. */
export class NameCodes {
  readonly #normal = new Map<number, string>();

  constructor(private readonly model: TraceModel) {}

  siblings(events: Int32Array): Siblings {
    const codeOf = new Map<string, number>();
    const codes = Int32Array.from(events, (event) => {
      const name = this.normalName(event);
      const code = codeOf.get(name) ?? codeOf.size;
      codeOf.set(name, code);
      return code;
    });
    return { events, codes, names: [...codeOf.keys()] };
  }

  normalName(event: EventId): string {
    const { columns, kind } = this.model;
    const id = columns.name[event];
    const known = this.#normal.get(id);
    if (known !== undefined) return known;
    const name = columns.strings.get(id);
    const normal = kind[event] === EventKind.userAnnotation ? skeletonOf(name) : normalised(name);
    this.#normal.set(id, normal);
    return normal;
  }
}

const LAUNCH = /^(?:cu|cuda|hip)(?:ExtModule|Module|Ext)?Launch(?:CooperativeKernel|KernelExC?|Kernel)(?:_ptsz|_spt)?$/;

/** A name without addresses, line numbers and the counters of modules. All ways to launch a kernel are one. */
function normalised(name: string): string {
  if (LAUNCH.test(name)) return 'launch';
  return name
    .replace(/0x[0-9a-f]+/gi, '0x#')
    .replace(/\.py\(\d+\):/, '.py:')
    .replace(/^(nn\.Module: .*?)_\d+$/, '$1');
}

/** The slices of a list that launch GPU work, themselves or below. */
export function launching(events: Int32Array, { ns }: GpuWeights): Int32Array {
  return events.filter((event) => ns[event] > 0);
}
