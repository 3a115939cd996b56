import { attributionOf } from '../attribution/attribution.ts';
import { CATEGORIES } from '../attribution/categories.ts';
import { once } from '../base/memo.ts';
import type { Scope } from '../base/scope.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { gpuTimes } from '../trace/gpu-times.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { CALL_SOURCE_TEXTS } from './call-sources.ts';
import { type GpuGroups, type Groups, groupBy, groupsAmong, leadingText, pairsOf } from './groups.ts';
import { extentText, TemplateText } from './template-text.ts';

/** The GPU events of a trace by name, category and stream. */
const allGroups = once((model: TraceModel): Groups => {
  const { columns, gpuEvents, streams, streamOf } = model;
  const { categoryOf } = attributionOf(model);
  return groupBy(gpuEvents.length, (row) => {
    const kind = streamOf[row] * CATEGORIES.length + categoryOf[row];
    return columns.name[gpuEvents[row]] * streams.length * CATEGORIES.length + kind;
  });
});

/** The GPU events of a scope by name, category and stream. */
export function kernelGroups(model: TraceModel, scope: Scope): GpuGroups {
  const rows = gpuRowsInScope(model, scope);
  return { rows, groups: groupsAmong(allGroups(model), rows) };
}

/** A text of each GPU event of a trace, and the events of each of its groups parted by it. */
export interface KernelTexts {
  readonly model: TraceModel;
  readonly pairs: Groups;
  readonly keyAt: (row: number) => number;
  readonly textOf: (key: number) => string;
}

/** The names of their owners. */
export const kernelOwners = once((model: TraceModel): KernelTexts => {
  const keyAt = ownerKey(model);
  const { strings } = model.columns;
  const pairs = pairsOf(allGroups(model), strings.length, keyAt);
  return { model, pairs, keyAt, textOf: (name) => strings.get(name) };
});
/** Where their operators are known from. */
export const kernelSources = once((model: TraceModel): KernelTexts => {
  const keyAt = (row: number) => model.callSource[row];
  const pairs = pairsOf(allGroups(model), CALL_SOURCE_TEXTS.length, keyAt);
  return { model, pairs, keyAt, textOf: (source) => CALL_SOURCE_TEXTS[source] };
});
/** The extents that they were launched with. */
export const kernelGrids = extentsOfKernels('grid');
export const kernelBlocks = extentsOfKernels('block');

function extentsOfKernels(key: string): (model: TraceModel) => KernelTexts {
  return once((model: TraceModel) => {
    const { columns, gpuEvents } = model;
    const texts = TemplateText.ofArgument(columns, [key], extentText);
    const keyAt = (row: number) => texts.keyOf(gpuEvents[row]);
    const pairs = pairsOf(allGroups(model), columns.templates.length, keyAt);
    return { model, pairs, keyAt, textOf: (value) => texts.text(value) };
  });
}

/** For each of `groups`, those that the pairs part among `rows`, the text with the most time and how many others there are. */
export function leadingIn(rows: Int32Array, groups: Groups, { model, pairs, keyAt, textOf }: KernelTexts) {
  const { durationNs } = gpuTimes(model);
  return leadingText(
    groups,
    groupsAmong(pairs, rows),
    (item) => keyAt(rows[item]),
    (item) => durationNs[rows[item]],
    textOf,
  );
}

/** For each group of GPU rows the name of the owner with the most time, and how many other names there are. */
export function ownerTexts(model: TraceModel, rows: Int32Array, groups: Groups) {
  const { columns, gpuEvents } = model;
  const owner = ownerKey(model);
  const keyAt = (item: number) => owner(rows[item]);
  return leadingText(
    groups,
    pairsOf(groups, columns.strings.length, keyAt),
    keyAt,
    (item) => columns.dur[gpuEvents[rows[item]]],
    (name) => columns.strings.get(name),
  );
}

/** The name of the owner of a GPU row by its string id, -1 for none. */
function ownerKey(model: TraceModel): (row: number) => number {
  const { owners, ownerOf } = attributionOf(model);
  return (row) => (ownerOf[row] < 0 ? -1 : model.columns.name[owners[ownerOf[row]]]);
}
