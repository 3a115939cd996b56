import { statisticsOf } from '../../base/statistics.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { pythonFloat, pythonString } from './python-text.ts';

interface KernelDetail {
  readonly name: string;
  readonly stream: number;
  readonly totalUs: number;
  readonly meanUs: number;
  readonly text: string;
}

/** The kernels behind the calls of one row, as Python literals. */
export interface KernelDetails {
  readonly kernels: readonly KernelDetail[];
  readonly summary: string;
}

/**
 * Figures by position in the kernel list of the first call; calls with another number of kernels are left out, as the reference does.
 * A list holds rows of `gpuEvents`; `stackOfRow` gives the call stacks to show.
 */
export function kernelDetails(
  model: TraceModel,
  lists: readonly ArrayLike<number>[],
  stackOfRow?: (row: number) => string,
): KernelDetails {
  const { columns, gpuEvents, streams, streamOf } = model;
  const pattern = Array.from(lists[0]);
  const alike = lists.filter(({ length }) => length === pattern.length);
  const kernels = pattern
    .map((row, position): KernelDetail => {
      const durations = Float64Array.from(alike, (rows) => columns.dur[gpuEvents[rows[position]]] / 1e3);
      const { count, sum, mean, median, std, min, max } = statisticsOf(durations);
      const name = columns.strings.get(columns.name[gpuEvents[row]]);
      const stream = streams[streamOf[row]].stream;
      const populationStd = count < 2 ? 0 : std * Math.sqrt((count - 1) / count);
      const figures = [
        ['total', sum],
        ['mean', mean],
        ['median', median],
        ['std_dev', populationStd],
        ['min', min],
        ['max', max],
      ] as const;
      const durationsText = figures.map(([key, value]) => `'${key}_duration_us': ${pythonFloat(value)}`).join(', ');
      const stack = stackOfRow ? `'call_stack': ${stackOfRow(row)}, ` : '';
      const text = `{'name': ${pythonString(name)}, 'stream': ${stream}, ${stack}'count': ${count}, ${durationsText}}`;
      return { name, stream, totalUs: sum, meanUs: mean, text };
    })
    .sort((a, b) => a.totalUs - b.totalUs || (a.name < b.name ? -1 : Number(a.name > b.name)));
  return { kernels, summary: `[${kernels.map(({ text }) => text).join(', ')}]` };
}

const NAME_LENGTH = 64;

/** The same, names cut and only the mean kept; undefined without kernels. */
export function truncatedDetails({ kernels }: KernelDetails): string | undefined {
  if (kernels.length === 0) return undefined;
  const items = kernels.map(({ name, stream, meanUs }) => {
    const short = name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}...` : name;
    const mean = pythonFloat(roundHalfEven(meanUs * 100) / 100);
    return `{'name': ${pythonString(short)}, 'stream': ${stream}, 'mean_duration_us': ${mean}}`;
  });
  return `[${items.join(', ')}]`;
}

/** As numpy rounds. */
function roundHalfEven(value: number): number {
  const down = Math.floor(value);
  if (value - down !== 0.5) return Math.round(value);
  return down % 2 === 0 ? down : down + 1;
}
