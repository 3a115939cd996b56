import { expect, test } from 'vitest';
import { keyCaps } from './key-caps.ts';

test.each([
  ['1', ['1']],
  ['?', ['?']],
  ['Ctrl+k', ['Ctrl', 'K']],
  ['Shift+W', ['Shift', 'W']],
  ['Escape Escape', ['Esc', 'Esc']],
  ['Ctrl+a Ctrl+c', ['Ctrl', 'A', 'Ctrl', 'C']],
  ['+ -', ['+', '-']],
])('the keys of %s', (key, caps) => expect(keyCaps(key)).toEqual(caps));
