import { describe, expect, it } from 'vitest';
import { parseSplit } from './split-arguments.ts';

const USUAL = {
  trace: 'a.json',
  open: { conventions: 'corrected' },
  out: 'dir',
  json: false,
  split: {
    write: true,
    range: null,
    single: false,
    findSteadyState: false,
    dividePhases: false,
    allowDegraded: false,
    steady: { concurrency: null, outputTokens: null, outputRatio: null, maxRequests: null, llm: false },
  },
};
const split = (change: object) => ({ split: { ...USUAL.split, ...change } });
const steady = (change: object) => split({ steady: { ...USUAL.split.steady, ...change } });

describe('arguments of split', () => {
  it.each([
    ['', {}],
    ['--json', { json: true }],
    ['--member b.json', { open: { conventions: 'corrected', member: 'b.json' } }],
    ['--steps 3:10', split({ range: [3, 10] })],
    ['--single', split({ single: true })],
    ['--find-steady-state', split({ findSteadyState: true })],
    ['--num-steps 16', steady({ steps: 16 })],
    ['--conc 32 --osl 100.5 --r 0', steady({ concurrency: 32, outputTokens: 100.5, outputRatio: 0 })],
    ['--divide-phases', split({ dividePhases: true })],
    ['--llm-inference', steady({ llm: true })],
    ['--max-num-seq 64', steady({ maxRequests: 64 })],
    ['--allow-degraded', split({ allowDegraded: true })],
  ])('reads %s', (options, change) => {
    const argv = ['a.json', '--out', 'dir', ...options.split(' ').filter(Boolean)];
    expect(parseSplit(argv)).toEqual({ ok: true, value: { ...USUAL, ...change } });
  });

  it('needs no folder to print JSON', () => {
    expect(parseSplit(['--json', 'a.json'])).toEqual({
      ok: true,
      value: { ...USUAL, out: null, json: true, ...split({ write: false }) },
    });
  });

  it.each([
    ['no trace', '--out d', 'no trace given'],
    ['two traces', 'a b --json', 'one trace at a time, not 2'],
    ['neither a folder nor JSON', 'a --single', '--out DIR is missing'],
    ['an empty folder', 'a --json --out=', '--out DIR is missing'],
    ['one step as a range', 'a --json --steps 3', '--steps takes A:B with A below B, not "3"'],
    ['a range of no step', 'a --json --steps 3:3', 'not "3:3"'],
    ['a range from below 0', 'a --json --steps=-1:3', 'not "-1:3"'],
    ['a window of no steps', 'a --json --num-steps 0', '--num-steps takes a whole number above 0, not "0"'],
    ['half a step', 'a --json --num-steps 1.5', 'not "1.5"'],
    ['a load that is told in part', 'a --json --conc 3 --r 1', '--conc, --osl and --r are given together'],
    ['an output of no tokens', 'a --json --conc 3 --osl 0 --r 1', '--osl takes a number above 0, not "0"'],
    ['a negative range', 'a --json --conc 3 --osl 9 --r=-1', '--r takes a number from 0 on, not "-1"'],
    ['a word for a number', 'a --json --max-num-seq many', 'not "many"'],
    ['an unknown option', 'a --json --iterations 1', "Unknown option '--iterations'"],
    ['a value for a switch', 'a --json --single=1', '--single'],
  ])('refuses %s', (_, argv, message) => {
    expect(parseSplit(argv.split(' '))).toMatchObject({ ok: false, error: expect.stringContaining(message) });
  });
});
