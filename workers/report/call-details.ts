import { CATEGORIES } from '../attribution/categories.ts';
import { counted } from '../base/counts.ts';
import type { Scope } from '../base/scope.ts';
import type { OpCall } from '../roofline/op-call.ts';
import type { Estimate, Verdict } from '../roofline/perf-model.ts';
import type { Roof } from '../roofline/roof.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { type AttentionLayers, attentionLayers } from './details/attention-layers.ts';
import { type CallArgument, callArguments, otherArguments } from './details/call-arguments.ts';
import { type KernelUse, kernelUses } from './details/kernel-uses.ts';
import { type RowCalls, rowCalls } from './details/row-calls.ts';
import { suspicions } from './details/suspicions.ts';
import { groupBy, sumByGroup } from './groups.ts';
import { shapesText, typesText } from './operator-arguments.ts';
import type { Basis, Fact, TableId } from './report-types.ts';
import { callKeys } from './unified/call-keys.ts';
import { callWork, runsAsTf32 } from './unified/call-work.ts';
import { moduleTree } from './unified/module-tree.ts';
import { timesInScope } from './unified/parts.ts';
import { type Reason, reasonOf } from './unified/reasons.ts';
import { callName } from './unified/row-texts.ts';
import { amountText, shareText } from './words.ts';

/** One row of a table of operator calls, opened. Times in ns. */
export interface CallDetails {
  readonly name: string;
  /** Id of the category. */
  readonly category: string;
  /** Said where the row stands for calls that differ: which of them the arguments and the estimate are of. */
  readonly example: string | null;
  /** What the call does, or null with `whyNot`. */
  readonly estimate: Estimate | null;
  /** Why there is no estimate, and what would give one. */
  readonly whyNot: Reason | null;
  /** Null without an estimate or without hardware. */
  readonly roof: Roof | null;
  /** The calls that the estimate is of, whole ones in scope; null without an estimate or where there are none. */
  readonly estimated: { readonly calls: number; readonly meanBusyNs: number } | null;
  /** Why they lie above the roof, where it does: likely causes, most likely first. */
  readonly suspicions: readonly string[];
  /** Null unless the calls are of attention over a cache whose sliding window no argument tells. */
  readonly attention: AttentionLayers | null;
  readonly arguments: readonly CallArgument[];
  /** Other recorded arguments: label and value. */
  readonly otherArguments: readonly Fact[];
  /** Outermost first; empty where no stacks were recorded. */
  readonly callStack: readonly string[];
  readonly modulePath: readonly string[];
  readonly kernels: readonly KernelUse[];
  /** The calls in scope, by start. */
  readonly calls: {
    /** Start of the first GPU event, since the trace's base. */
    readonly startNs: Float64Array;
    /** Kernel sum. */
    readonly kernelNs: Float64Array;
    /** The operator's event, or the GPU event's where there is none. */
    readonly event: Int32Array;
  };
}

/** Opens a row of a table of operator calls. Where its calls differ, arguments and estimate are those of the signature with the most time. */
export function callDetails(id: TableId, model: TraceModel, basis: Basis, row: number): CallDetails | null {
  const opened = rowCalls(id, model, basis.scope, row);
  if (opened === null) return null;
  const { grouping, parts } = opened;
  const { rows, partOf } = grouping.parts;
  const example = costliest(model, opened, basis.scope);
  const unified = grouping.parts.rowOf[example.parts[0]];
  const number = rows.callOf[unified];
  const { call } = rows.calls[number];
  const work = callWork(model, basis);
  const estimate = work.estimates[number];
  const roof = work.roofs[number];
  const category = CATEGORIES[rows.categoryOf[unified]].id;
  const estimated = estimate && wholeCalls(opened, example.parts, basis.scope);
  const held = new Set(parts);
  const gpuRows = gpuRowsInScope(model, basis.scope).filter((gpuRow) => held.has(partOf[gpuRow]));
  const [firstKernel] = rows.kernels(unified);
  const at = rows.event[unified] >= 0 ? rows.event[unified] : model.gpuEvents[firstKernel];
  return {
    name: callName(model, rows, unified),
    category,
    example: example.signatures === 1 ? null : exampleText(callName(model, rows, unified), call, example),
    estimate,
    whyNot: estimate ? null : withBound(reasonOf(work.reason[number]), rows.calls[number].verdict),
    roof,
    estimated,
    suspicions:
      estimate && roof && estimated
        ? suspicions(model, basis, {
            category,
            estimate,
            roof,
            busyNs: estimated.meanBusyNs,
            kernels: call.context.kernels,
            isPart: grouping.parts.events[example.parts[0]] < rows.kernels(unified).length,
            tf32: runsAsTf32(model)[number],
            device: model.streams[model.streamOf[firstKernel]].device,
          })
        : [],
    attention: attentionLayers(model, basis, opened),
    arguments: callArguments(call),
    otherArguments: otherArguments(call),
    callStack: framesAbove(model, at),
    modulePath: moduleTree(model).namesOf(moduleTree(model).nodeOf(model.moduleOf[at])),
    kernels: kernelUses(model, basis, gpuRows),
    calls: callsOf(model, opened, gpuRows),
  };
}

/** A reason, and what is certain all the same. */
function withBound(reason: Reason, verdict: Verdict): Reason {
  if (!('whyNot' in verdict) || !verdict.atLeast) return reason;
  const { flops, bytes } = verdict.atLeast;
  const least = [amountText(flops, 'FLOP'), ...(bytes === null ? [] : [amountText(bytes, 'B')])].join(' and ');
  return { ...reason, text: `${reason.text} At least ${least} are certain, as if none looked back.` };
}

interface Example {
  /** Parts of the signature. */
  readonly parts: readonly number[];
  readonly share: number;
  readonly signatures: number;
}

/** The signature with the most time among the calls of a row. */
function costliest(model: TraceModel, { grouping, parts }: RowCalls, scope: Scope): Example {
  const { rows, rowOf } = grouping.parts;
  const { kernelNs } = timesInScope(grouping.parts, scope);
  const keys = callKeys(model);
  const bySignature = new Map<number, { ns: number; parts: number[] }>();
  let sum = 0;
  for (const part of parts) {
    const key = keys[rows.callOf[rowOf[part]]];
    const known = bySignature.get(key) ?? { ns: 0, parts: [] };
    bySignature.set(key, known);
    known.ns += kernelNs[part];
    known.parts.push(part);
    sum += kernelNs[part];
  }
  const [most] = [...bySignature.values()].sort((a, b) => b.ns - a.ns);
  return { parts: most.parts, share: most.ns / sum, signatures: bySignature.size };
}

function exampleText(name: string, call: OpCall, { share, signatures }: Example): string {
  const shapes = shapesText(call);
  const called = [name, shapes, typesText(call)].filter(Boolean).join(' ');
  return `The costliest of ${counted(signatures, 'kind')} of calls, with ${shareText(share)} of the time: ${called}`;
}

/** How many parts hold their call's work and are whole in the scope, and their mean busy time. */
function wholeCalls({ grouping }: RowCalls, parts: readonly number[], scope: Scope): CallDetails['estimated'] {
  const { carries, events } = grouping.parts;
  const { busyNs, kernels } = timesInScope(grouping.parts, scope);
  const whole = parts.filter((part) => carries[part] === 1 && kernels[part] === events[part]);
  if (whole.length === 0) return null;
  return { calls: whole.length, meanBusyNs: whole.reduce((sum, part) => sum + busyNs[part], 0) / whole.length };
}

/** The calls of a row by their first GPU event. `gpuRows` are in order of start. */
function callsOf(
  { columns, gpuEvents }: TraceModel,
  { grouping }: RowCalls,
  gpuRows: Int32Array,
): CallDetails['calls'] {
  const { partOf, rowOf, rows } = grouping.parts;
  const calls = groupBy(gpuRows.length, (item) => grouping.callOf[partOf[gpuRows[item]]]);
  const eventAt = (item: number) => rows.event[rowOf[partOf[gpuRows[item]]]];
  return {
    startNs: Float64Array.from(calls.first, (item) => columns.ts[gpuEvents[gpuRows[item]]]),
    kernelNs: sumByGroup(calls, (item) => columns.dur[gpuEvents[gpuRows[item]]]),
    event: calls.first.map((item) => (eventAt(item) < 0 ? gpuEvents[gpuRows[item]] : eventAt(item))),
  };
}

/** The Python frames around an event, outermost first. */
function framesAbove({ columns, parent, kind }: TraceModel, event: number): string[] {
  const frames: string[] = [];
  for (let at = event; at >= 0; at = parent[at]) {
    if (kind[at] === EventKind.pythonFunction) frames.push(columns.strings.get(columns.name[at]));
  }
  return frames.reverse();
}
