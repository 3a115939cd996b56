import type { EventId } from '../ingest/trace-columns.ts';
import { HOST_KINDS } from '../trace/event-kinds.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { readAnnotation } from './annotations.ts';
import type { Proposal } from './proposal.ts';
import { type Root, rootOf } from './roots.ts';

const MOST_STEPS = 100_000;
/** Names are matched as far as this. */
const LONGEST_NAME = 200;

/** Steps that begin wherever a slice of the host has a name that contains `pattern`, or matches it where it is written `/…/`. */
export function byNamePattern(model: TraceModel, pattern: string): Proposal {
  const matches = matcher(pattern);
  const told = { method: 'pattern', family: pattern, unit: 'step', fewest: 1 } as const;
  if (typeof matches === 'string') return { ...told, roots: [], found: matches };
  const events = matchingSlices(model, matches);
  if (events === null) {
    return { ...told, roots: [], found: `more than ${MOST_STEPS} slices have a name like “${pattern}”` };
  }
  const roots = events.map((event): Root => {
    const root = rootOf(model.columns, event);
    return { ...root, label: readAnnotation(root.name) };
  });
  return {
    ...told,
    roots,
    found:
      roots.length === 0 ? `no slice of the host has a name like “${pattern}”` : `slices with a name like “${pattern}”`,
  };
}

function matchingSlices({ columns, kind }: TraceModel, matches: (name: string) => boolean): EventId[] | null {
  const known = new Int8Array(columns.strings.length).fill(-1);
  const host = new Set<number>(HOST_KINDS);
  const events: EventId[] = [];
  for (let event = 0; event < columns.length; event++) {
    if (!host.has(kind[event]) || Number.isNaN(columns.ts[event])) continue;
    const id = columns.name[event];
    if (known[id] === -1) known[id] = Number(matches(columns.strings.get(id).slice(0, LONGEST_NAME)));
    if (known[id] === 0) continue;
    if (events.length === MOST_STEPS) return null;
    events.push(event);
  }
  return events;
}

/** A test of names, or why the pattern is none. */
function matcher(pattern: string): ((name: string) => boolean) | string {
  if (pattern.trim() === '') return 'the pattern is empty';
  const expression = /^\/(.+)\/(i?)$/.exec(pattern);
  if (!expression) {
    const wanted = pattern.toLowerCase();
    return (name) => name.toLowerCase().includes(wanted);
  }
  if (mayTakeForEver(expression[1])) return `“${pattern}” repeats too much: it could take for ever`;
  try {
    const regular = new RegExp(expression[1], expression[2]);
    return (name) => regular.test(name);
  } catch {
    return `“${pattern}” is no regular expression`;
  }
}

const MOST_REPETITIONS = 4;

/**
 * Whether a group that itself repeats or has alternatives is repeated, which can take exponential time, or so much repeats side by side
 * that even short names take long.
 */
function mayTakeForEver(source: string): boolean {
  const plain = source.replace(/\\./g, '_').replace(/\[[^\]]*\]/g, '_');
  if ((plain.match(/[*+{]/g)?.length ?? 0) > MOST_REPETITIONS) return true;
  const open: boolean[] = [];
  for (let i = 0; i < plain.length; i++) {
    if (plain[i] === '(') open.push(false);
    else if (plain[i] === ')') {
      const risky = open.pop() ?? false;
      if (risky && /[*+{]/.test(plain[i + 1] ?? '')) return true;
      if (risky && open.length > 0) open[open.length - 1] = true;
    } else if (/[*+{|]/.test(plain[i]) && open.length > 0) open[open.length - 1] = true;
  }
  return false;
}
