import { describe, expect, it } from 'vitest';
import { type GridCell, HEAD, moveFocus } from './grid-focus.ts';

const size = { rows: 100, columns: 5, page: 20 };
const at = (row: number, column: number): GridCell => ({ row, column });
const press = (from: GridCell, key: string, ctrlKey = false) => moveFocus(from, { key, ctrlKey, metaKey: false }, size);

describe('moveFocus', () => {
  it.each([
    ['ArrowDown', at(3, 2), at(4, 2)],
    ['ArrowUp', at(3, 2), at(2, 2)],
    ['ArrowLeft', at(3, 2), at(3, 1)],
    ['ArrowRight', at(3, 2), at(3, 3)],
    ['PageDown', at(3, 2), at(23, 2)],
    ['PageUp', at(43, 2), at(23, 2)],
    ['Home', at(3, 2), at(3, 0)],
    ['End', at(3, 2), at(3, 4)],
  ])('%s', (key, from, to) => expect(press(from, key)).toEqual(to));

  it('reaches the head above the first row and stops there', () => {
    expect(press(at(0, 1), 'ArrowUp')).toEqual(at(HEAD, 1));
    expect(press(at(HEAD, 1), 'ArrowUp')).toEqual(at(HEAD, 1));
    expect(press(at(HEAD, 1), 'ArrowDown')).toEqual(at(0, 1));
    expect(press(at(3, 1), 'PageUp')).toEqual(at(0, 1));
  });

  it('stops at the edges', () => {
    expect(press(at(99, 4), 'ArrowDown')).toEqual(at(99, 4));
    expect(press(at(95, 4), 'PageDown')).toEqual(at(99, 4));
    expect(press(at(9, 4), 'ArrowRight')).toEqual(at(9, 4));
    expect(press(at(9, 0), 'ArrowLeft')).toEqual(at(9, 0));
  });

  it('goes to the corners with Ctrl', () => {
    expect(press(at(50, 2), 'Home', true)).toEqual(at(0, 0));
    expect(press(at(50, 2), 'End', true)).toEqual(at(99, 4));
  });

  it('stays in the head of a table without rows', () => {
    const empty = { rows: 0, columns: 2, page: 20 };
    for (const key of ['ArrowDown', 'PageDown', 'PageUp']) {
      expect(moveFocus(at(HEAD, 0), { key, ctrlKey: false, metaKey: false }, empty)).toEqual(at(HEAD, 0));
    }
    expect(moveFocus(at(HEAD, 0), { key: 'End', ctrlKey: true, metaKey: false }, empty)).toEqual(at(HEAD, 1));
  });

  it('leaves other keys alone', () => expect(press(at(1, 1), 'a')).toBeUndefined());
});
