import { once } from '../../base/memo.ts';
import { type AddedNodes, addedParent, type Moves } from '../../trace/added-nodes.ts';
import { augmentedModel } from '../../trace/augmented-model.ts';
import { EventCopies } from '../../trace/event-copies.ts';
import { isGpuKind } from '../../trace/event-kinds.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';
import { Arguments } from '../op-calls.ts';
import { withoutWrapperNumbers } from './call-numbers.ts';
import { MLA_DECODE, MLA_PREFILL } from './mla.ts';
import { MOE_AITER_FUSED } from './moe-aiter-fused.ts';
import { MOE_FLYDSL } from './moe-flydsl.ts';
import { MOE_GPTQ_AWQ } from './moe-gptq-awq.ts';
import { MOE_TRITON_UNFUSED } from './moe-triton-unfused.ts';
import type { PseudoOperator, PseudoRule } from './pseudo-rule.ts';
import { V4_PAGED_DECODE } from './v4-paged-decode.ts';

/** All rules. Where two hold the same, the first has it. */
const RULES: readonly PseudoRule[] = [
  MOE_AITER_FUSED,
  MOE_TRITON_UNFUSED,
  MOE_GPTQ_AWQ,
  MOE_FLYDSL,
  MLA_DECODE,
  MLA_PREFILL,
  V4_PAGED_DECODE,
];

/** What came of the rules. */
export interface PseudoOutcome {
  /** Pseudo-operators made. */
  readonly made: number;
  /** A sentence for each rule that failed. */
  readonly failures: readonly string[];
}

const outcomes = new WeakMap<TraceModel['caller'], PseudoOutcome>();

/** What came of the rules in a model of `withPseudoOperators`, also where it was given steps since; null in any other. */
export function pseudoOutcome({ caller }: TraceModel): PseudoOutcome | null {
  return outcomes.get(caller) ?? null;
}

/**
 * The model with an operator above work that has none of its own, and SGLang's operators without their numbers (P B.6). No GPU event is added
 * or lost. A rule that fails leaves what the others make.
 */
export function withPseudoOperators(model: TraceModel, rules: readonly PseudoRule[] = RULES): TraceModel {
  const named = withoutWrapperNumbers(model);
  const { operators, failures } = found(named, rules);
  const augmented =
    operators.length === 0
      ? { ...named, caller: named.caller.slice() }
      : augmentedModel(named, nodesOf(named, operators), movesOf(operators));
  outcomes.set(augmented.caller, { made: operators.length, failures });
  return augmented;
}

/** By row of `gpuEvents`: 1 for work that a pseudo-operator would stand above. */
export const workWithoutOwnOperator = once((model: TraceModel): Uint8Array => {
  const isHeld = new Uint8Array(model.columns.length);
  for (const { holds } of found(withoutWrapperNumbers(model), RULES).operators) {
    for (const event of holds) isHeld[event] = 1;
  }
  return Uint8Array.from(model.gpuEvents, (event) => {
    let at = event;
    while (at >= 0 && isHeld[at] === 0) at = model.parent[at];
    return Number(at >= 0);
  });
});

function found(model: TraceModel, rules: readonly PseudoRule[]): { operators: PseudoOperator[]; failures: string[] } {
  const operators: PseudoOperator[] = [];
  const failures: string[] = [];
  const taken = new Set<number>();
  for (const { of, find } of rules) {
    try {
      for (const operator of find(model)) {
        if (operator.holds.some((event) => taken.has(event))) continue;
        for (const event of operator.holds) taken.add(event);
        operators.push(operator);
      }
    } catch (error) {
      failures.push(`${of}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { operators, failures };
}

function nodesOf(model: TraceModel, operators: readonly PseudoOperator[]): AddedNodes {
  const { columns, parent } = model;
  const recorded = new Arguments(columns);
  const copies = new EventCopies();
  const rows = Int32Array.from(operators, ({ name, donor, args }) =>
    copies.make('cpu_op', name, { ...recorded.of(donor), ...args, 'Pseudo op': true }),
  );
  const spans = operators.map((operator) => spanOf(model, operator));
  return {
    contents: copies.contents(),
    rows,
    kind: new Uint8Array(rows.length).fill(EventKind.cpuOp),
    ts: Float64Array.from(spans, ([start]) => start),
    dur: Float64Array.from(spans, ([start, end]) => end - start),
    track: Uint32Array.from(operators, ({ donor }) => columns.track[donor]),
    parent: Int32Array.from(operators, ({ holds }) => parent[holds[0]]),
  };
}

/** The host time of what an operator holds; that of the call above where it holds GPU events. */
function spanOf({ columns: { ts, dur }, kind, parent }: TraceModel, { holds }: PseudoOperator): [number, number] {
  const slices = holds.map((event) => (isGpuKind(kind[event]) ? parent[event] : event));
  const start = slices.reduce((least, event) => Math.min(least, ts[event]), Number.POSITIVE_INFINITY);
  const end = slices.reduce((most, event) => Math.max(most, ts[event] + dur[event]), start);
  return [start, end];
}

function movesOf(operators: readonly PseudoOperator[]): Moves {
  const moves = operators.flatMap(({ holds }, i) => holds.map((event) => [event, addedParent(i)] as const));
  return { event: Int32Array.from(moves, ([event]) => event), under: Int32Array.from(moves, ([, under]) => under) };
}
