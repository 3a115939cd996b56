import { CATEGORIES } from '../../attribution/categories.ts';
import { shortKernelName } from '../../attribution/kernel-names.ts';
import type { UnifiedRows } from '../../attribution/unified.ts';
import { once } from '../../base/memo.ts';
import type { Scope } from '../../base/scope.ts';
import { gpuRowsInScope } from '../../trace/gpu-scope.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';
import { CALL_SOURCE_TEXTS, sourceColumn } from '../call-sources.ts';
import { type Groups, groupsAmong, pairsOf, sumByGroup } from '../groups.ts';
import { type KernelTexts, leadingIn } from '../kernel-groups.ts';
import { type Column, prepared, text } from '../make-table.ts';
import type { Figures } from './figures.ts';
import type { Grouping } from './grouping.ts';
import { firstRow } from './groupings.ts';
import { moduleTree } from './module-tree.ts';
import { textById } from './text-by-id.ts';

/** Name under which GPU work without a launch is listed. */
export const NO_LAUNCH = '(no recorded launch)';
/** Name under which GPU work is listed that the conventions leave out. */
export const LEFT_OUT = '(left out by these conventions)';

/** Short kernel names by string id. */
export const shortNames = textById(shortKernelName);

/** Name of the operator or launch that a unified row is under; -1 is what the conventions leave out. */
export function ownerName({ columns }: TraceModel, { event }: UnifiedRows, row: number): string {
  if (row < 0) return LEFT_OUT;
  return event[row] < 0 ? NO_LAUNCH : columns.strings.get(columns.name[event[row]]);
}

/** The same; behind its kernel where the row is a single one that no collected call holds. */
export function callName(model: TraceModel, rows: UnifiedRows, row: number): string {
  const owner = ownerName(model, rows, row);
  if (row < 0 || rows.calls[rows.callOf[row]].form !== 'kernel') return owner;
  const [gpuRow] = rows.kernels(row);
  return `${shortNames(model)(model.columns.name[model.gpuEvents[gpuRow]])} ← ${owner}`;
}

/** What a row's work is under. */
export function ownerColumn(model: TraceModel, { grouping, groups }: Figures): Column {
  return text(
    {
      id: 'owner',
      title: 'Owner',
      kind: 'text',
      description: 'Whether an operator, a launch without operator or nothing on record answers for the GPU work.',
    },
    (row) => {
      const unified = firstRow(grouping, groups[row]);
      if (unified < 0) return 'left out';
      const event = grouping.parts.rows.event[unified];
      if (event < 0) return 'no recorded launch';
      return model.kind[event] === EventKind.cpuOp ? 'operator' : 'launch without operator';
    },
  );
}

/** The category with the most time. */
export function categoryColumn({ amounts }: Pick<Figures, 'amounts'>): Column {
  return text(
    {
      id: 'category',
      title: 'Category',
      kind: 'category',
      description: 'Kind of work; of calls that differ, that of the most time.',
      missing: 'These conventions leave it out, or it takes no time.',
    },
    (row) => CATEGORIES[amounts.leading(row, 'category')]?.id,
  );
}

/** The nn.Module with the most time, and how many others there are. */
export function moduleColumn(model: TraceModel, figures: Figures, scope: Scope): Column {
  return text(
    {
      id: 'module',
      title: 'Module',
      kind: 'name',
      description: 'nn.Module with the most of its time, and how many others have the rest.',
      missing: 'No module is recorded around its launches; record with_stack=True.',
    },
    prepared(() => leadingOf(model, figures, scope, moduleTexts(figures.grouping))),
  );
}

/** Names that are shown; a row of many kernels says how many more there are. */
const SHOWN_NAMES = 8;

/** The kernels of each row by readable names, longest first. */
export function kernelNamesColumn(model: TraceModel, figures: Figures, scope: Scope): Column {
  return text(
    {
      id: 'kernelNames',
      title: 'Kernels',
      kind: 'name',
      description: 'Its GPU kernels, copies and memsets, those of the most time first.',
    },
    prepared(() => {
      const names = kernelNamesOf(model, figures, scope);
      return (row) => {
        const all = [...names[row]];
        const more = all.length - SHOWN_NAMES;
        return all.slice(0, SHOWN_NAMES).join(', ') + (more > 0 ? ` +${more}` : '');
      };
    }),
  );
}

/** The readable names of each row's kernels, longest first. */
function kernelNamesOf(model: TraceModel, figures: Figures, scope: Scope): ReadonlySet<string>[] {
  const { columns, gpuEvents } = model;
  const gpuRows = gpuRowsInScope(model, scope);
  const { groupOf } = rowsOf(figures, gpuRows);
  const nameAt = (item: number) => columns.name[gpuEvents[gpuRows[item]]];
  const pairs = groupsAmong(byKernelName(figures.grouping), gpuRows);
  const ns = sumByGroup(pairs, (item) => columns.dur[gpuEvents[gpuRows[item]]]);
  const order = pairs.first.map((_, pair) => pair).sort((a, b) => ns[b] - ns[a]);
  const names: Set<string>[] = Array.from(figures.groups, () => new Set<string>());
  const short = shortNames(model);
  for (const pair of order) names[groupOf[pairs.first[pair]]].add(short(nameAt(pairs.first[pair])));
  return names;
}

/** Where the operators of each row are known from. */
export function callSourceColumn(model: TraceModel, figures: Figures, scope: Scope): Column {
  return sourceColumn(
    model,
    prepared(() => leadingOf(model, figures, scope, sourceTexts(figures.grouping))),
  );
}

/** For each row the text with the most time in a scope. */
function leadingOf(model: TraceModel, figures: Figures, scope: Scope, texts: KernelTexts) {
  const gpuRows = gpuRowsInScope(model, scope);
  return leadingIn(gpuRows, rowsOf(figures, gpuRows), texts);
}

/** The modules of a grouping's GPU events. */
const moduleTexts = once((grouping: Grouping): KernelTexts => {
  const { model } = grouping.parts;
  const tree = moduleTree(model);
  const keyAt = (gpuRow: number) => tree.nodeOf(model.moduleOf[model.gpuEvents[gpuRow]]);
  return { model, pairs: partedBy(grouping, tree.count, keyAt), keyAt, textOf: tree.pathOf };
});
/** Where their operators are known from. */
const sourceTexts = once((grouping: Grouping): KernelTexts => {
  const { model } = grouping.parts;
  const keyAt = (gpuRow: number) => model.callSource[gpuRow];
  const pairs = partedBy(grouping, CALL_SOURCE_TEXTS.length, keyAt);
  return { model, pairs, keyAt, textOf: (source) => CALL_SOURCE_TEXTS[source] };
});
const byKernelName = once((grouping: Grouping): Groups => {
  const { columns, gpuEvents } = grouping.parts.model;
  return partedBy(grouping, columns.strings.length, (gpuRow) => columns.name[gpuEvents[gpuRow]]);
});

/** The GPU events of a grouping, those of each group parted by a key below `keys`. */
function partedBy({ parts, groupOf }: Grouping, keys: number, keyAt: (gpuRow: number) => number): Groups {
  return pairsOf({ groupOf: parts.partOf.map((part) => groupOf[part]) }, keys, keyAt);
}

/** GPU events grouped by the row of the table that they count in. */
function rowsOf({ grouping, groups, rowOf }: Figures, gpuRows: Int32Array): Groups {
  const { groupOf, parts } = grouping;
  const rows = new Int32Array(gpuRows.length);
  for (let i = 0; i < rows.length; i++) rows[i] = rowOf[groupOf[parts.partOf[gpuRows[i]]]];
  return { count: groups.length, groupOf: rows, first: groups };
}
