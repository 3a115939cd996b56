/** A bar of the chart of calls: those from `from` to before `to`. */
export interface CallBar {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly width: number;
  /** The longest of its calls, and its time. */
  readonly longest: number;
  readonly maxNs: number;
}

/** Width in px below which bars cannot be told apart or hit. */
const LEAST = 2;

/** One bar a call while there is room, else several calls to a bar, as many in each as evenly goes. */
export function callBars(kernelNs: Float64Array, width: number): CallBar[] {
  const bars = Math.min(kernelNs.length, Math.max(1, Math.floor(width / LEAST)));
  return Array.from({ length: bars }, (_, place) => {
    const from = Math.floor((place * kernelNs.length) / bars);
    const to = Math.floor(((place + 1) * kernelNs.length) / bars);
    let longest = from;
    for (let call = from; call < to; call++) if (kernelNs[call] > kernelNs[longest]) longest = call;
    return { from, to, x: (place * width) / bars, width: width / bars, longest, maxNs: kernelNs[longest] };
  });
}
