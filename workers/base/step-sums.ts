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

/** What the label of a step tells of the requests that it serves. Null is what it does not tell. */
export interface StepRequests {
  readonly contextRequests: number | null;
  readonly generationRequests: number | null;
  /** Requests in the step. */
  readonly requests: number | null;
  readonly contextTokens: number | null;
  readonly generationTokens: number | null;
  /** Scheduled tokens: the batch size of the linear layers. */
  readonly tokens: number | null;
  readonly sums: StepSums | null;
  /** False where the sums cover context and generation together. */
  readonly sumsBySide: boolean;
}
