import type { Scope } from '../../base/scope.ts';
import { groupBy } from '../groups.ts';
import { type Parts, timesInScope } from './parts.ts';

/** Parts put into groups, whatever the scope: the rows that a table may have. */
export interface Grouping {
  readonly parts: Parts;
  readonly count: number;
  /** Group of each part. */
  readonly groupOf: Int32Array;
  /** First part of each group. */
  readonly first: Int32Array;
  /** Parts of one group that one call did, numbered as one: what statistics a call run over. */
  readonly callOf: Int32Array;
  /** Group of each such call. */
  readonly groupOfCall: Int32Array;
  /** Event of each such call, -1 for GPU events without one. */
  readonly eventOfCall: Int32Array;
}

/**
 * Groups parts by a key. `joinsEvents`: the GPU work that one operator or launch did beside collected calls is one call; else each of
 * its parts is one.
 */
export function grouping(parts: Parts, keyOf: (part: number) => number | string, joinsEvents: boolean): Grouping {
  const { event } = parts.rows;
  const groups = groupBy(parts.count, keyOf);
  const events = new Map<number, number>();
  const calls = groupBy(parts.count, (part) => {
    const row = parts.rowOf[part];
    if (!joinsEvents || row < 0 || event[row] < 0) return part;
    // The same call again where another part of the group is of the same event.
    const key = event[row] * groups.count + groups.groupOf[part];
    const first = events.get(key) ?? part;
    events.set(key, first);
    return first;
  });
  return {
    parts,
    ...groups,
    callOf: calls.groupOf,
    groupOfCall: calls.first.map((part) => groups.groupOf[part]),
    eventOfCall: calls.first.map((part) => (parts.rowOf[part] < 0 ? -1 : event[parts.rowOf[part]])),
  };
}

/** The groups with GPU events in a scope, which are the rows of a table, by number. */
export interface GroupsInScope {
  /** Group of each row. */
  readonly groups: Int32Array;
  /** Row of each group, -1 for none. */
  readonly rowOf: Int32Array;
}

/** The groups that hold parts of a scope, in the order of the grouping. */
export function groupsInScope({ parts, count, groupOf }: Grouping, scope: Scope): GroupsInScope {
  const { kernels } = timesInScope(parts, scope);
  const rowOf = new Int32Array(count).fill(-1);
  for (let part = 0; part < parts.count; part++) if (kernels[part] > 0) rowOf[groupOf[part]] = 0;
  const groups: number[] = [];
  for (let group = 0; group < count; group++) if (rowOf[group] === 0) rowOf[group] = groups.push(group) - 1;
  return { groups: Int32Array.from(groups), rowOf };
}
