import type { Scope } from '../base/scope.ts';
import { hostEventsInScope } from '../trace/host-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { surveyOf } from './survey.ts';
import { groupsInScope } from './unified/grouping.ts';
import { byModule } from './unified/groupings.ts';
import { moduleTree } from './unified/module-tree.ts';
import { LEFT_OUT } from './unified/row-texts.ts';

/** A row of the table of modules: a module, or what no module holds. */
export interface ModuleRow {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  /** Row of the module above, -1 for none. */
  readonly parent: number;
  /** Calls that start in the scope and their host time; NaN where it is no module. */
  readonly calls: number;
  readonly hostNs: number;
  /** Group of the work launched in it and in no module below, -1 for none. */
  readonly group: number;
}

/** The modules with calls or GPU work in a scope in preorder, then what no module holds; none where no module was recorded. */
export function moduleRows(model: TraceModel, scope: Scope): ModuleRow[] {
  const tree = moduleTree(model);
  if (tree.count === 0) return [];
  const { nodeOf } = byModule(model);
  const groupOf = new Int32Array(tree.count).fill(-1);
  const others: ModuleRow[] = [];
  for (const group of groupsInScope(byModule(model), scope).groups) {
    if (nodeOf[group] >= 0) groupOf[nodeOf[group]] = group;
    else others.push(outside(nodeOf[group] === -1 ? '(outside modules)' : LEFT_OUT, group));
  }
  const { calls, hostNs } = callsByNode(model, scope);
  const isShown = new Uint8Array(tree.count);
  for (let node = tree.count - 1; node >= 0; node--) {
    if (calls[node] > 0 || groupOf[node] >= 0) isShown[node] = 1;
    if (isShown[node] === 1 && tree.parent[node] >= 0) isShown[tree.parent[node]] = 1;
  }
  const rowOf = new Int32Array(tree.count).fill(-1);
  const rows: ModuleRow[] = [];
  for (let node = 0; node < tree.count; node++) {
    if (isShown[node] === 0) continue;
    rowOf[node] = rows.length;
    rows.push({
      path: tree.pathOf(node),
      name: tree.nameOf(node),
      depth: tree.depth[node],
      parent: tree.parent[node] < 0 ? -1 : rowOf[tree.parent[node]],
      calls: calls[node],
      hostNs: hostNs[node],
      group: groupOf[node],
    });
  }
  return [...rows, ...others];
}

/** The groups of the work that a row's module and those below it launched. */
export function groupsBelow(rows: readonly ModuleRow[], row: number): number[] {
  const groups: number[] = [];
  let at = row;
  do {
    if (rows[at].group >= 0) groups.push(rows[at].group);
    at++;
  } while (at < rows.length && rows[at].depth > rows[row].depth);
  return groups;
}

function outside(path: string, group: number): ModuleRow {
  return { path, name: path, depth: 0, parent: -1, calls: Number.NaN, hostNs: Number.NaN, group };
}

function callsByNode(model: TraceModel, scope: Scope) {
  const { dur } = model.columns;
  const tree = moduleTree(model);
  const calls = new Float64Array(tree.count);
  const hostNs = new Float64Array(tree.count);
  const isInside = hostEventsInScope(model, scope);
  for (const frame of surveyOf(model).moduleFrames) {
    if (!isInside(frame)) continue;
    const node = tree.nodeOf(frame);
    calls[node]++;
    if (frame < model.recorded) hostNs[node] += dur[frame];
  }
  return { calls, hostNs };
}
