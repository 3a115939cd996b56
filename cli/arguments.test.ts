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

const USUAL_TABLES = {
  layout: 'pytorch',
  includeUnlinked: false,
  overlap: false,
  includeCallStack: false,
  groupByParentModule: false,
  groupByNumKernels: false,
};
const USUAL_REPORT = {
  trace: 'a.json',
  open: { conventions: 'corrected' },
  out: 'dir',
  format: 'csv',
  roof: 'datasheet',
  tables: USUAL_TABLES,
  pseudoOps: false,
  part: { steps: null, phase: null, steady: false },
};
const part = (change: object) => ({ part: { ...USUAL_REPORT.part, ...change } });
const tables = (change: object) => ({ tables: { ...USUAL_TABLES, ...change } });

describe('arguments of report', () => {
  it('has a usual value for all but the trace and the folder', () => {
    expect(parseReport(['a.json', '--out', 'dir'])).toEqual({ ok: true, value: USUAL_REPORT });
    expect(parseReport(['--out=dir', 'a.json'])).toEqual({ ok: true, value: USUAL_REPORT });
  });

  it.each([
    ['--format csv', {}],
    ['--format xlsx', { format: 'xlsx' }],
    ['--steps 2:5', part({ steps: [2, 5] })],
    ['--steady', part({ steady: true })],
    ['--phase decode --steps 0:9', part({ phase: 'decode', steps: [0, 9] })],
    ['--layout pytorch', {}],
    ['--layout inference', tables({ layout: 'inference' })],
    ['--conventions corrected', {}],
    ['--conventions tracelens', { open: { conventions: 'tracelens' } }],
    ['--member b.json', { open: { conventions: 'corrected', member: 'b.json' } }],
    ['--hardware MI300X', { hardware: 'MI300X' }],
    ['--roof datasheet', {}],
    ['--roof achievable', { roof: 'achievable' }],
    ['--include-unlinked', tables({ includeUnlinked: true })],
    ['--micro-idle-us 0.5', tables({ microIdleUs: 0.5 })],
    ['--short-kernel-us 20', tables({ shortKernelUs: 20 })],
    ['--overlap', tables({ overlap: true })],
    ['--include-call-stack', tables({ includeCallStack: true })],
    ['--group-by-parent-module', tables({ groupByParentModule: true })],
    ['--group-by-num-kernels', tables({ groupByNumKernels: true })],
    ['--pseudo-ops', { pseudoOps: true }],
    ['--capture folder', { capture: 'folder' }],
  ])('reads %s', (option, change) => {
    expect(parseReport(['a.json', '--out', 'dir', ...option.split(' ')])).toEqual({
      ok: true,
      value: { ...USUAL_REPORT, ...change },
    });
  });

  it.each([
    ['no folder', ['a'], '--out DIR is missing'],
    ['an empty folder', ['a', '--out', ''], '--out DIR is missing'],
    ['no trace', ['--out', 'dir'], 'no trace given'],
    ['an unknown format', ['a', '--out', 'd', '--format', 'xls'], '--format is csv or xlsx, not "xls"'],
    ['an unknown layout', ['a', '--out', 'd', '--layout', ''], '--layout is pytorch or inference, not ""'],
    ['unknown conventions', ['a', '--out', 'd', '--conventions', 'x'], '--conventions is corrected or tracelens'],
    ['an unknown roof', ['a', '--out', 'd', '--roof', 'tin'], '--roof is datasheet or achievable, not "tin"'],
    ['an empty device', ['a', '--out', 'd', '--hardware', ''], 'the device of --hardware is missing'],
    ['an empty folder of captures', ['a', '--out', 'd', '--capture', ''], 'the folder of --capture is missing'],
    ['a threshold of zero', ['a', '--out', 'd', '--micro-idle-us', '0'], '--micro-idle-us takes a number above 0'],
    ['a threshold in words', ['a', '--out', 'd', '--short-kernel-us', 'five'], 'a number above 0, not "five"'],
    ['a threshold without end', ['a', '--out', 'd', '--short-kernel-us', 'Infinity'], 'not "Infinity"'],
    ['a value for a switch', ['a', '--out', 'd', '--overlap=yes'], '--overlap'],
    ['an option that is no more', ['a', '--out', 'd', '--linking', 'flowPairs'], "Unknown option '--linking'"],
    ['an option of inspect', ['a', '--out', 'd', '--json'], "Unknown option '--json'"],
  ])('refuses %s', (_, argv, message) => {
    const parsed = parseReport(argv);
    expect(parsed.ok).toBe(false);
    expect(parsed).toMatchObject({ error: expect.stringContaining(message) });
  });
});
