/** A sliding window of a model's attention that the user states, as no argument in the trace tells it. Plain data. */
export interface AttentionWindow {
  /** Name of the operator. */
  readonly operator: string;
  /** Its calls within a step, counted from 0; null for all of them. */
  readonly layers: readonly number[] | null;
  /** How many keys a query sees, itself included. */
  readonly keys: number;
}
