import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { makeTable, number, text } from './make-table.ts';
import { surveyOf } from './survey.ts';

/** Paths of more parts than `most` show their first and last ones, so that a deep tree takes text in proportion to its nodes. */
const SHOWN = { most: 12, first: 3, last: 5 };

/** A place in the module tree: a module under the modules that called it. */
interface ModuleNode {
  readonly name: string;
  readonly depth: number;
  /** Its path as far as the first `SHOWN.first` parts. */
  readonly opening: string;
  readonly parent: ModuleNode | null;
  /** By name id. */
  readonly children: Map<number, ModuleNode>;
  calls: number;
  hostNs: number;
  gpuSelfNs: number;
  gpuTotalNs: number;
  gpuEvents: number;
}

/** GPU time along the nn.Module tree, parents before their children. */
export function modulesTable(model: TraceModel, scope: Scope): Table {
  const nodes = moduleTree(model, scope).filter(({ calls, gpuTotalNs }) => calls > 0 || gpuTotalNs > 0);
  let sum = 0;
  for (const row of gpuRowsInScope(model, scope)) sum += model.columns.dur[model.gpuEvents[row]];
  return makeTable(
    {
      id: 'modules',
      title: 'Modules',
      description: 'GPU time along the nn.Module tree, by the Python frames above each launch.',
    },
    nodes.length,
    [
      text(
        {
          id: 'path',
          title: 'Module',
          kind: 'name',
          description: 'The module and those that called it; of a deep one the first and last.',
        },
        (row) => pathOf(nodes[row]),
      ),
      number(
        { id: 'depth', title: 'Depth', kind: 'integer', description: 'Modules above it.' },
        (row) => nodes[row].depth,
      ),
      number(
        {
          id: 'gpuTotal',
          title: 'GPU time',
          kind: 'duration',
          description: 'Sum of the durations of the GPU events launched in it and the modules below.',
        },
        (row) => nodes[row].gpuTotalNs,
      ),
      number(
        {
          id: 'share',
          title: 'Share',
          kind: 'share',
          description: 'Its GPU time as a part of the kernel sum of the scope.',
        },
        (row) => nodes[row].gpuTotalNs / sum,
      ),
      number(
        {
          id: 'gpuSelf',
          title: 'Own GPU time',
          kind: 'duration',
          description: 'Sum of the durations of the GPU events launched in it and in no module below.',
          isAdditive: true,
        },
        (row) => nodes[row].gpuSelfNs,
      ),
      number(
        {
          id: 'kernels',
          title: 'Own GPU events',
          kind: 'integer',
          description: 'GPU events launched in it and in no module below.',
          isAdditive: true,
        },
        (row) => nodes[row].gpuEvents,
      ),
      number(
        { id: 'calls', title: 'Calls', kind: 'integer', description: 'Calls that start in the scope.' },
        (row) => nodes[row].calls,
      ),
      number(
        { id: 'host', title: 'Host time', kind: 'duration', description: 'Host time of these calls.' },
        (row) => nodes[row].hostNs,
      ),
      text(
        { id: 'name', title: 'Name', kind: 'name', description: 'The module itself.', hidden: true },
        (row) => nodes[row].name,
      ),
    ],
  );
}

/** The nodes of the tree, parents before children, in order of first call. */
function moduleTree(model: TraceModel, scope: Scope): ModuleNode[] {
  const { columns, gpuEvents, moduleOf } = model;
  const tree = new ModuleTree(model);
  const [start, end] = scope.window ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const event of surveyOf(model).moduleFrames) {
    if (!(columns.ts[event] >= start && columns.ts[event] < end)) continue;
    const node = tree.nodeOf(event);
    node.calls++;
    node.hostNs += columns.dur[event];
  }
  for (const row of gpuRowsInScope(model, scope)) {
    const frame = moduleOf[gpuEvents[row]];
    if (frame < 0) continue;
    const node = tree.nodeOf(frame);
    node.gpuSelfNs += columns.dur[gpuEvents[row]];
    node.gpuEvents++;
  }
  const nodes = tree.inOrder();
  for (const node of nodes.toReversed()) {
    node.gpuTotalNs += node.gpuSelfNs;
    if (node.parent) node.parent.gpuTotalNs += node.gpuTotalNs;
  }
  return nodes;
}

class ModuleTree {
  readonly #model: TraceModel;
  /** Stands above the modules that no module called. */
  readonly #top: ModuleNode = newNode('', null);
  readonly #byFrame = new Map<number, ModuleNode>();

  constructor(model: TraceModel) {
    this.#model = model;
  }

  /** The node of a module's frame; those above it are made on the way. */
  nodeOf(frame: number): ModuleNode {
    const pending: number[] = [];
    let at = frame;
    while (at >= 0 && !this.#byFrame.has(at)) {
      pending.push(at);
      at = this.#frameAbove(at);
    }
    let node = this.#byFrame.get(at) ?? this.#top;
    for (const each of pending.toReversed()) {
      node = this.#childOf(node, this.#model.columns.name[each]);
      this.#byFrame.set(each, node);
    }
    return node;
  }

  /** Parents before children. */
  inOrder(): ModuleNode[] {
    const nodes: ModuleNode[] = [];
    const stack = [this.#top];
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (node !== this.#top) nodes.push(node);
      for (const child of [...node.children.values()].reverse()) stack.push(child);
    }
    return nodes;
  }

  #frameAbove(frame: number): number {
    const over = this.#model.parent[frame];
    return over < 0 ? -1 : this.#model.moduleOf[over];
  }

  #childOf(parent: ModuleNode, name: number): ModuleNode {
    const known = parent.children.get(name);
    if (known) return known;
    const text = this.#model.columns.strings.get(name).replace(/^nn\.Module: /, '');
    const node = newNode(text, parent);
    parent.children.set(name, node);
    return node;
  }
}

function openingOf(name: string, parent: ModuleNode | null): string {
  if (!parent || parent.depth < 0) return name;
  return parent.depth + 1 < SHOWN.first ? `${parent.opening} / ${name}` : parent.opening;
}

/** The names from the top of the tree down to a node. */
function pathOf(node: ModuleNode): string {
  const parts = node.depth + 1;
  const isCut = parts > SHOWN.most;
  const names: string[] = [];
  const kept = isCut ? SHOWN.last : parts - SHOWN.first;
  for (let at: ModuleNode | null = node; at && names.length < kept; at = at.parent) names.push(at.name);
  return [node.opening, ...(isCut ? ['…'] : []), ...names.reverse()].join(' / ');
}

function newNode(name: string, parent: ModuleNode | null): ModuleNode {
  return {
    name,
    depth: parent ? parent.depth + 1 : -1,
    opening: openingOf(name, parent),
    parent,
    children: new Map(),
    calls: 0,
    hostNs: 0,
    gpuSelfNs: 0,
    gpuTotalNs: 0,
    gpuEvents: 0,
  };
}
