/** What the name of a capture's file tells. */
export interface CaptureFileName {
  readonly batchSize: number | null;
  readonly queries: number | null;
  readonly rank: number | null;
  /** Whether a server names its captures like this. */
  readonly isCapture: boolean;
}

/**
 * Reads the names that servers give to capture traces: SGLang and ATOM `bs_<n>_rank<r>`, ATOM `bs_<n>_q_<tokens of a request>_rank<r>`,
 * vLLM `graph_capture_rank_<r>`.
 */
export function captureFileName(path: string): CaptureFileName {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const sized = /^bs_(\d+)(?:_q_(\d+))?_rank_?(\d+)/.exec(name);
  if (sized) {
    const [, batchSize, queries, rank] = sized;
    const number = (text: string | undefined) => (text === undefined ? null : Number(text));
    return { batchSize: number(batchSize), queries: number(queries), rank: number(rank), isCapture: true };
  }
  const ranked = /^graph_capture(?:_rank_(\d+))?/.exec(name);
  const rank = ranked?.[1] === undefined ? null : Number(ranked[1]);
  return { batchSize: null, queries: null, rank, isCapture: ranked !== null };
}
