import { expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';

test('commands are told apart by id and by title', () => {
  expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
  expect(new Set(COMMANDS.map(({ title }) => title)).size).toBe(COMMANDS.length);
});
