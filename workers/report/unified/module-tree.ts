import { once } from '../../base/memo.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { surveyOf } from '../survey.ts';

/** The nn.Modules of a trace, each under the modules that called it, in preorder: what is below a module stands behind it. */
export interface ModuleTree {
  readonly count: number;
  /** Module above, -1 for none. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** Behind the last module below each one. */
  readonly end: Int32Array;
  nameOf(node: number): string;
  /** The names from the top of the tree down. */
  namesOf(node: number): string[];
  /** The same as one text; of a deep module the first and last. */
  pathOf(node: number): string;
  /** The module of a frame; -1 for no frame. */
  nodeOf(frame: number): number;
}

/** Paths of more parts than `most` show their first and last ones, so that a deep tree takes text in proportion to its nodes. */
const SHOWN = { most: 12, first: 3, last: 5 };

/** The module tree of a trace. */
export const moduleTree = once((model: TraceModel): ModuleTree => {
  const { found, nodeOfFrame } = findModules(model);
  const order = preorder(found);
  const place = new Int32Array(found.length);
  for (let i = 0; i < order.length; i++) place[order[i]] = i;
  const parent = Int32Array.from(order, (i) => (found[i].parent < 0 ? -1 : place[found[i].parent]));
  const depth = new Int32Array(order.length);
  const end = Int32Array.from(order, (_, node) => node + 1);
  for (let node = 0; node < order.length; node++) depth[node] = parent[node] < 0 ? 0 : depth[parent[node]] + 1;
  for (let node = order.length - 1; node >= 0; node--) {
    if (parent[node] >= 0) end[parent[node]] = Math.max(end[parent[node]], end[node]);
  }
  const nameOf = (node: number) => found[order[node]].name;
  return {
    count: order.length,
    parent,
    depth,
    end,
    nameOf,
    namesOf: (node) => {
      const names: string[] = [];
      for (let at = node; at >= 0; at = parent[at]) names.push(nameOf(at));
      return names.reverse();
    },
    pathOf: (node) => pathOf(node, parent, depth, nameOf),
    nodeOf: (frame) => {
      const node = nodeOfFrame.get(frame);
      return node === undefined ? -1 : place[node];
    },
  };
});

interface Module {
  readonly name: string;
  readonly parent: number;
  readonly children: Map<number, number>;
}

/** The modules in the order of their first frame. */
function findModules(model: TraceModel): {
  readonly found: readonly Module[];
  readonly nodeOfFrame: ReadonlyMap<number, number>;
} {
  const { columns, parent, moduleOf } = model;
  const found: Module[] = [];
  const top = new Map<number, number>();
  const nodeOfFrame = new Map<number, number>();
  const frameAbove = (frame: number) => (parent[frame] < 0 ? -1 : moduleOf[parent[frame]]);
  for (const frame of surveyOf(model).moduleFrames) {
    const pending: number[] = [];
    let at = frame;
    for (; at >= 0 && !nodeOfFrame.has(at); at = frameAbove(at)) pending.push(at);
    let node = nodeOfFrame.get(at) ?? -1;
    for (const each of pending.toReversed()) {
      node = childOf(node, columns.name[each]);
      nodeOfFrame.set(each, node);
    }
  }
  return { found, nodeOfFrame };

  function childOf(above: number, name: number): number {
    const children = above < 0 ? top : found[above].children;
    const known = children.get(name);
    if (known !== undefined) return known;
    const text = columns.strings.get(name).replace(/^nn\.Module: /, '');
    const node = found.push({ name: text, parent: above, children: new Map() }) - 1;
    children.set(name, node);
    return node;
  }
}

function preorder(found: readonly Module[]): number[] {
  const order: number[] = [];
  const stack = found.flatMap(({ parent }, node) => (parent < 0 ? [node] : [])).reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    order.push(node);
    stack.push(...[...found[node].children.values()].reverse());
  }
  return order;
}

function pathOf(node: number, parent: Int32Array, depth: Int32Array, nameOf: (node: number) => string): string {
  const parts = depth[node] + 1;
  const isCut = parts > SHOWN.most;
  const names: string[] = [];
  for (let at = node; at >= 0; at = parent[at]) {
    const isShown = !isCut || depth[at] < SHOWN.first || depth[at] >= parts - SHOWN.last;
    if (isShown) names.push(nameOf(at));
    else if (depth[at] === SHOWN.first) names.push('…');
  }
  return names.reverse().join(' / ');
}
