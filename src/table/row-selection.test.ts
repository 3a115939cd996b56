import { describe, expect, it } from 'vitest';
import { NO_SELECTION, selectAll, selectedInOrder, selectRange, selectRow, toggleRow } from './row-selection.ts';

const order = Uint32Array.of(7, 3, 9, 1, 5);

describe('row selection', () => {
  it('selects one', () => expect([...selectRow(3).rows]).toEqual([3]));
  it('toggles', () => {
    const two = toggleRow(selectRow(3), 9);
    expect([...two.rows]).toEqual([3, 9]);
    expect([...toggleRow(two, 3).rows]).toEqual([9]);
  });
  it('selects a range in the order shown, either way, from the same anchor', () => {
    const down = selectRange(selectRow(3), 1, order);
    expect([...down.rows]).toEqual([3, 9, 1]);
    expect([...selectRange(down, 7, order).rows]).toEqual([7, 3]);
  });
  it('selects the row alone when there is no anchor, or the filter has hidden it', () => {
    expect([...selectRange(NO_SELECTION, 9, order).rows]).toEqual([9]);
    expect([...selectRange(selectRow(100), 9, order).rows]).toEqual([9]);
  });
  it('selects all that is shown', () => expect([...selectAll(order).rows]).toEqual([7, 3, 9, 1, 5]));
  it('gives the selected rows in a new order', () => {
    expect([...selectedInOrder(selectAll(order), Uint32Array.of(1, 2, 3))]).toEqual([1, 3]);
  });
});
