import { expect, test } from 'vitest';
import { plotAction } from './plot-keys.ts';

const press = (key: string, held: { readonly shiftKey?: boolean; readonly ctrlKey?: boolean } = {}) =>
  plotAction({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });
const stepped = (key: string, current: number) => {
  const action = press(key);
  return action?.kind === 'step' ? action.to(current, 5) : undefined;
};

test('arrows step by one and stop at the ends; from no point the first comes first', () => {
  expect(stepped('ArrowRight', -1)).toBe(0);
  expect(stepped('ArrowDown', 3)).toBe(4);
  expect(stepped('ArrowDown', 4)).toBe(4);
  expect(stepped('ArrowLeft', 0)).toBe(0);
  expect(stepped('Home', 3)).toBe(0);
  expect(stepped('End', 0)).toBe(4);
});

test('with Shift the arrows pan; with Ctrl every key is the browser’s', () => {
  expect(press('ArrowRight', { shiftKey: true })).toEqual({ kind: 'pan', x: -40, y: 0 });
  expect(press('+', { ctrlKey: true })).toBeUndefined();
  expect(press('5')).toBeUndefined();
});
