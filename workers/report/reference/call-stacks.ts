import { EventKind, type TraceModel } from '../../trace/trace-model.ts';
import { pythonString, pythonStringList } from './python-text.ts';

/** Stacks of calls, outermost first, as the published reports print them (section G.4). Names lose their numbers. */
export interface CallStacks {
  /** The stack of a call's kernels as a Python list: what all share, then each different rest as a list of its own. */
  readonly text: string;
  /** The Python function that the user would look for; `Not found` where the stack shows none. */
  readonly entryPoint: string;
}

const NOT_FOUND = 'Not found';

/**
 * The stacks of the GPU events `gpuRows` of the call named `operator`. The reference lacks frames that end with the one above them: in
 * doubles their end comes out a fraction of a nanosecond later, which it takes for an overlap.
 */
export function callStacks(model: TraceModel, operator: string, gpuRows: ArrayLike<number>): CallStacks {
  const stacks = Array.from(gpuRows, (row) => kernelStack(model, row));
  const [first = []] = stacks;
  const shared = stacks.reduce((length, stack) => sharedLength(first, stack, length), first.length);
  const rests = distinctLists(stacks.map((stack) => stack.slice(shared)));
  const items = [...first.slice(0, shared).map(pythonString), ...rests.map(pythonStringList)];
  const flat = [...first.slice(0, shared), ...rests.flat()];
  return { text: `[${items.join(', ')}]`, entryPoint: entryPoint(flat, withoutNumbers(operator)) };
}

/** The names above a GPU event that tell where it comes from, and its own. */
export function kernelStack({ columns, gpuEvents, kind, caller, parent }: TraceModel, row: number): string[] {
  const names = [columns.strings.get(columns.name[gpuEvents[row]])];
  for (let at = caller[row]; at >= 0; at = parent[at]) {
    const name = columns.strings.get(columns.name[at]);
    const isShown = kind[at] === EventKind.cpuOp || (kind[at] !== EventKind.userAnnotation && TELLING.test(name));
    if (isShown) names.push(withoutNumbers(name));
  }
  return names.reverse();
}

/** Names of modules, qualified functions and files. */
const TELLING = /nn\.Module|::|\//;

/** Instances of a module differ by such a number; other names lose theirs with them. */
export function withoutNumbers(name: string): string {
  return name.replace(/_\d+/g, '');
}

function sharedLength(a: readonly string[], b: readonly string[], most: number): number {
  let length = 0;
  while (length < most && length < b.length && a[length] === b[length]) length++;
  return length;
}

function distinctLists(lists: readonly string[][]): string[][] {
  return [...new Map(lists.filter(({ length }) => length > 0).map((list) => [JSON.stringify(list), list])).values()];
}

const PYTHON_FRAME = /\.py\(\d+\): (.*)$/;
/** Frames that only pass a call on. */
const WRAPPER_STARTS = [
  '<built-in',
  'pybind11_builtins',
  'nn.Module:',
  'torch/_ops.py',
  'torch/nn/modules/module.py',
  'torch/utils/_contextlib.py',
  'torch/utils/_device.py',
  'torch/_tensor.py',
  'torch/functional.py',
  'torch/overrides.py',
  'torch/_inductor/',
  'torch/_functorch/',
  'torch/distributed/c10d_logger.py',
  'triton/backends/',
];
const WRAPPER_FUNCTIONS = new Set([
  '__torch_function__',
  '_call_impl',
  '_wrapped_call_impl',
  'decorate_context',
  'dispatch_wrapper',
  'handle_torch_function',
  'wrapper',
  'custom_wrapper',
  'wrapper_custom',
  'outer_wrapper',
]);

/** Below the operator the first Python function named after it, else above it the nearest that is no mere wrapper. */
function entryPoint(stack: readonly string[], operator: string): string {
  const place = stack.lastIndexOf(operator);
  if (place < 0) return NOT_FOUND;
  const local = operator.slice(operator.lastIndexOf(':') + 1).toLowerCase();
  const functionOf = (name: string) => PYTHON_FRAME.exec(name)?.[1];
  const below = stack.slice(place + 1).find((name) => functionOf(name)?.toLowerCase().includes(local));
  return below ?? stack.slice(0, place).findLast((name) => isEntry(name, functionOf(name))) ?? NOT_FOUND;
}

function isEntry(name: string, called: string | undefined): boolean {
  if (called === undefined || WRAPPER_FUNCTIONS.has(called)) return false;
  return !WRAPPER_STARTS.some((start) => name.startsWith(start));
}
