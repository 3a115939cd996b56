import type { JsonObject } from '../../base/json.ts';
import type { EventId } from '../../ingest/trace-columns.ts';
import type { TraceModel } from '../../trace/trace-model.ts';

/** How the names of operators begin that are put above single launches. */
export const PSEUDO_OPERATOR = 'pseudo_op::';

/** An operator to be made for work that the trace records without one of its own. */
export interface PseudoOperator {
  readonly name: string;
  /** The operator whose arguments it takes over. */
  readonly donor: EventId;
  /** Arguments beside those. */
  readonly args?: JsonObject;
  /** Siblings that it is put above. */
  readonly holds: readonly EventId[];
}

/** One kind of work that pseudo-operators stand for (P B.6). */
export interface PseudoRule {
  /** What the rule looks for, as a failure is told. */
  readonly of: string;
  find(model: TraceModel): PseudoOperator[];
}
