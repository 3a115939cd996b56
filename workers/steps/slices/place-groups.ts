import { OUTSIDE } from '../steps.ts';
import type { Place } from './places.ts';

/** The least place, which comes first in the groups. */
const FIRST: Place = OUTSIDE.unlinked;

/** Rows grouped by place, ascending in each group. */
export class PlaceGroups {
  readonly #start: Uint32Array;
  readonly #rows: Int32Array;

  /**
   * @param placeOf the place of each row; rows of none are left out.
   * @param belongs which rows to group; all without it.
   */
  constructor(placeOf: Int32Array, steps: number, belongs: (row: number) => boolean = () => true) {
    const groupOf = (row: number) => (belongs(row) ? placeOf[row] - FIRST : -1);
    this.#start = new Uint32Array(steps - FIRST + 1);
    for (let row = 0; row < placeOf.length; row++) if (groupOf(row) >= 0) this.#start[groupOf(row) + 1]++;
    for (let i = 1; i < this.#start.length; i++) this.#start[i] += this.#start[i - 1];
    this.#rows = new Int32Array(this.#start[this.#start.length - 1]);
    const next = this.#start.slice();
    for (let row = 0; row < placeOf.length; row++) {
      const group = groupOf(row);
      if (group >= 0) this.#rows[next[group]++] = row;
    }
  }

  /** The rows of a place; not to be changed. */
  of(place: Place): Int32Array {
    return this.#rows.subarray(this.#start[place - FIRST], this.#start[place - FIRST + 1]);
  }
}
