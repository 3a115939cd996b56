/** Sums over the requests of a step, context (prefill) and generation (decode) apart: query tokens, KV tokens, and their products. */
export interface StepSums {
  readonly cSq: number;
  readonly cSk: number;
  readonly cSqSq: number;
  readonly cSqSk: number;
  readonly gSq: number;
  readonly gSk: number;
  readonly gSqSq: number;
  readonly gSqSk: number;
}
