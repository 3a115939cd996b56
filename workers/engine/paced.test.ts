import { expect, it } from 'vitest';
import type { Progress, Stage } from './engine.ts';
import { paced } from './paced.ts';

const at = (stage: Stage, events: number): Progress => ({ stage, readBytes: 0, totalBytes: 0, textBytes: 0, events });

it('passes the first, then one in 50 ms, and the first of every stage', () => {
  let time = 1000;
  const passed: Progress[] = [];
  const report = paced(
    (progress) => passed.push(progress),
    () => time,
  );
  for (let ms = 0; ms < 200; ms += 10) {
    time = 1000 + ms;
    report(at('reading', ms));
  }
  report(at('linking', 200));
  report(at('tables', 200));
  report(at('tables', 200));
  expect(passed.map(({ stage, events }) => [stage, events])).toEqual([
    ['reading', 0],
    ['reading', 50],
    ['reading', 100],
    ['reading', 150],
    ['linking', 200],
    ['tables', 200],
  ]);
});
