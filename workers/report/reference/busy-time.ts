/** Length of a union of intervals that come by start, ns. */
export class BusyTime {
  ns = 0;
  #end = Number.NEGATIVE_INFINITY;

  add(start: number, duration: number) {
    const end = start + duration;
    this.ns += Math.max(0, end - Math.max(start, this.#end));
    this.#end = Math.max(this.#end, end);
  }
}

/**
 * The same, added up in µs since the epoch as the published tool does: doubles hold such times to half a ns at best, so that each stretch of
 * work is off by as much.
 */
export class RoundedBusyTime {
  readonly #baseNs: number;
  #doneUs = 0;
  #startUs = Number.NaN;
  #endUs = Number.NaN;

  /** @param base Absolute ns that starts count from. */
  constructor(base: bigint) {
    this.#baseNs = Number(base);
  }

  get ns(): number {
    return (this.#doneUs + (Number.isNaN(this.#endUs) ? 0 : this.#endUs - this.#startUs)) * 1e3;
  }

  add(start: number, duration: number) {
    const startUs = (this.#baseNs + start) / 1e3;
    const endUs = startUs + duration / 1e3;
    if (startUs <= this.#endUs) {
      this.#endUs = Math.max(this.#endUs, endUs);
      return;
    }
    if (!Number.isNaN(this.#endUs)) this.#doneUs += this.#endUs - this.#startUs;
    this.#startUs = startUs;
    this.#endUs = endUs;
  }
}
