/** Length of a union of intervals that come by start. */
export class BusyTime {
  ns = 0;
  #end = Number.NEGATIVE_INFINITY;

  add(start: number, duration: number) {
    const end = start + duration;
    this.ns += Math.max(0, end - Math.max(start, this.#end));
    this.#end = Math.max(this.#end, end);
  }
}
