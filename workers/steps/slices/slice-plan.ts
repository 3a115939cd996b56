import { isBookend } from '../phases.ts';
import type { StepRange } from '../steady-state-regions.ts';
import { OUTSIDE, type Step } from '../steps.ts';
import type { Place } from './places.ts';
import { safeName } from './slice-names.ts';
import { type PhaseCounts, phaseCounts } from './step-details.ts';

/** A part of a trace to be saved as a trace of its own. */
export interface Slice {
  /** Where to save it below the folder of all slices; folders are parted by `/`. */
  readonly path: string;
  /** A step's index, `A:B` for the steps [A, B), or which part outside the steps. */
  readonly idx: number | string;
  readonly places: readonly Place[];
}

/** A slice a step of [from, to), named by its annotation; the work before and after the steps of a call pattern by its own name. */
export function singleSlices(steps: readonly Step[], [from, to]: StepRange, base: string): Slice[] {
  return steps.slice(from, to).map((step) => {
    const { index, name, label } = step;
    const numbered = `iteration_${index}${label === null ? '' : `_${safeName(name)}`}`;
    return { path: `${base}_${isBookend(step) ? name : numbered}.json.gz`, idx: index, places: [index] };
  });
}

/** A slice each of the work before the first tile, after the last, and without a recorded launch. */
export function outsideSlices(base: string): Slice[] {
  return Object.entries(OUTSIDE).map(([name, place]) => ({
    path: `${base}_${name}.json.gz`,
    idx: name,
    places: [place],
  }));
}

/** The steps of a range in one slice. */
export function rangeSlice([from, to]: StepRange, base: string): Slice {
  const name = to - from === 1 ? `${from}` : `${from}-${to}`;
  return { path: `${base}_iteration_${name}.json.gz`, ...rangeOf([from, to]) };
}

/**
 * A representative window in one slice.
 * @param label as the reference names it: `mixed_steady_state`; `steady_state` where the steps are not told apart by phase.
 */
export function windowSlice(steps: readonly Step[], range: StepRange, label: string, base: string): Slice {
  const counts = label === 'steady_state' ? '' : `_${countsText(phaseCounts(steps.slice(...range)))}`;
  return { path: `${label}${counts}_${base}.json.gz`, ...rangeOf(range) };
}

/**
 * A slice a run of steps of one phase in the regions, in a folder for each phase: `prefilldecodemix` for steps with context
 * requests, `decode_only` for the others. Idle steps are in none, and end a run as the border of a region does.
 */
export function phaseSlices(steps: readonly Step[], regions: readonly StepRange[], base: string): Slice[] {
  const written = new Map<string, number>();
  return regions
    .flatMap((region) => phaseRuns(steps, region))
    .map(({ folder, range }) => {
      const chunk = written.get(folder) ?? 0;
      written.set(folder, chunk + 1);
      const counts = phaseCounts(steps.slice(...range));
      const size = `steps${range[1] - range[0]}${averagesText(counts)}`;
      return {
        path: `${folder}/${folder}_chunk${chunk}_${size}_${countsText(counts)}_${base}.json.gz`,
        ...rangeOf(range),
      };
    });
}

function phaseRuns(steps: readonly Step[], [from, to]: StepRange): { folder: string; range: StepRange }[] {
  const runs: { folder: string; range: StepRange }[] = [];
  let start = from;
  for (let index = from; index < to; index++) {
    const folder = phaseFolder(steps[index]);
    if (index === from || folder !== phaseFolder(steps[index - 1])) start = index;
    const ends = index + 1 === to || phaseFolder(steps[index + 1]) !== folder;
    if (ends && folder !== null) runs.push({ folder, range: [start, index + 1] });
  }
  return runs;
}

function phaseFolder({ phase }: Step): 'prefilldecodemix' | 'decode_only' | null {
  if (phase === 'prefill' || phase === 'mixed') return 'prefilldecodemix';
  return phase === 'decode' ? 'decode_only' : null;
}

function rangeOf([from, to]: StepRange): Pick<Slice, 'idx' | 'places'> {
  const places = Array.from({ length: to - from }, (_, i) => from + i);
  return { idx: to - from === 1 ? from : `${from}:${to}`, places };
}

function countsText(counts: PhaseCounts): string {
  const { num_prefill, num_prefilldecode, num_decode } = counts;
  const phases = `prefill_${num_prefill}_prefilldecode_${num_prefilldecode}_decode_${num_decode}`;
  return phases + averagesText(counts);
}

/** What is not known has no place in a name. */
function averagesText({ avg_bs, avg_conc }: PhaseCounts): string {
  return (avg_bs === null ? '' : `_bs${avg_bs}`) + (avg_conc === null ? '' : `_conc${avg_conc}`);
}
