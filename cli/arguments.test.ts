import { describe, expect, it } from 'vitest';
import { parseInspect, parseReport } from './arguments.ts';

describe('arguments of inspect', () => {
  it('reads a trace and its options in any order', () => {
    expect(parseInspect(['a.json'])).toEqual({
      ok: true,
      value: { trace: 'a.json', json: false, conventions: 'corrected' },
    });
    expect(parseInspect(['--json', '--conventions', 'tracelens', 'a.json', '--member', 'b.json'])).toEqual({
      ok: true,
      value: { trace: 'a.json', json: true, conventions: 'tracelens', member: 'b.json' },
    });
  });

  it.each([
    ['no trace', [], 'no trace given'],
    ['two traces', ['a', 'b'], 'one trace at a time, not 2'],
    ['an unknown option', ['a', '--jsn'], "Unknown option '--jsn'"],
    ['unknown conventions', ['a', '--conventions', 'guess'], '--conventions is corrected or tracelens, not "guess"'],
    ['a value for a switch', ['a', '--json=1'], '--json'],
    ['an option without its value', ['a', '--member'], '--member'],
  ])('refuses %s', (_, argv, message) => {
    const parsed = parseInspect(argv);
    expect(parsed.ok).toBe(false);
    expect(parsed).toMatchObject({ error: expect.stringContaining(message) });
  });
});

describe('arguments of report', () => {
  it('reads a trace, a folder and its options', () => {
    expect(parseReport(['a.json', '--out', 'dir'])).toEqual({
      ok: true,
      value: { trace: 'a.json', out: 'dir', includeUnlinked: false, conventions: 'corrected' },
    });
    expect(parseReport(['--include-unlinked', '--micro-idle-us', '5', '--out=dir', 'a.json'])).toEqual({
      ok: true,
      value: { trace: 'a.json', out: 'dir', includeUnlinked: true, microIdleUs: 5, conventions: 'corrected' },
    });
  });

  it.each([
    ['no folder', ['a'], '--out DIR is missing'],
    ['an empty folder', ['a', '--out', ''], '--out DIR is missing'],
    ['no trace', ['--out', 'dir'], 'no trace given'],
    ['a threshold of zero', ['a', '--out', 'd', '--micro-idle-us', '0'], 'a number above 0, not "0"'],
    ['a threshold in words', ['a', '--out', 'd', '--micro-idle-us', 'five'], 'a number above 0, not "five"'],
    ['an option of inspect', ['a', '--out', 'd', '--json'], "Unknown option '--json'"],
  ])('refuses %s', (_, argv, message) => {
    const parsed = parseReport(argv);
    expect(parsed.ok).toBe(false);
    expect(parsed).toMatchObject({ error: expect.stringContaining(message) });
  });
});
