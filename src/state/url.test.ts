import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Selection } from '../../workers/engine/engine.ts';
import { DEFAULT_LINK, type LinkState, parseLink, writeLink } from './url.ts';

describe('a link', () => {
  it('reads as documented', () => {
    expect(
      parseLink(
        '#v=1&view=operators&device=0&stream=7&window=100~2500&hardware=H100%20SXM&roof=achievable&conventions=tracelens&pseudo-ops=on&theme=dark',
      ),
    ).toEqual({
      ...DEFAULT_LINK,
      view: 'operators',
      scope: { device: 0, stream: 7, window: [100, 2500] },
      hardware: 'H100 SXM',
      roof: 'achievable',
      conventions: 'tracelens',
      pseudoOps: true,
      theme: 'dark',
    });
  });

  it('carries the settings of tables', () => {
    const state: LinkState = {
      ...DEFAULT_LINK,
      view: 'kernels',
      shownTables: { kernels: 'streams' },
      tables: {
        operators: {
          filter: 'mm & "x" #1',
          only: { category: ['gemm', 'a,b:c'], bound: ['memory'] },
          sort: { column: 'calls', descending: false },
          columns: null,
          widths: {},
        },
        kernels: {
          filter: '',
          only: {},
          sort: { column: 'time', descending: true },
          columns: ['name', 'time'],
          widths: { name: 320 },
        },
      },
    };
    expect(parseLink(writeLink(state))).toEqual(state);
  });

  it('says whether pseudo-operators are made', () => {
    expect(writeLink({ ...DEFAULT_LINK, pseudoOps: true })).toBe('#v=1&view=overview&pseudo-ops=on');
    expect(parseLink('#v=1&pseudo-ops=yes').pseudoOps).toBe(false);
  });

  it('carries the windows that the user states', () => {
    const operator = 'vllm::unified_attention_with_output';
    const attentionWindows = [
      { operator, layers: [0, 2], keys: 128 },
      { operator, layers: null, keys: 4096 },
    ];
    expect(parseLink(writeLink({ ...DEFAULT_LINK, attentionWindows })).attentionWindows).toEqual(attentionWindows);
    const wrong = ['0 all x', '128 1,,2 x', '128 all', '-1 all x', 'x'].map((text) => `&attention.window=${text}`);
    expect(parseLink(`#v=1${wrong.join('')}`).attentionWindows).toEqual([]);
  });

  it('carries the span of the timeline', () => {
    const state: LinkState = { ...DEFAULT_LINK, view: 'timeline', timelineSpan: [-120, 88_000_000_123] };
    expect(parseLink(writeLink(state))).toEqual(state);
    expect(parseLink('#v=1&view=timeline&timeline.span=7~7').timelineSpan).toBeNull();
  });

  it('leaves defaults out', () => expect(writeLink(DEFAULT_LINK)).toBe('#v=1&view=overview'));

  it('is not confused by the table that a view shows', () => {
    const state: LinkState = { ...DEFAULT_LINK, shownTables: { operators: 'modules' } };
    expect(parseLink(writeLink(state))).toEqual(state);
  });

  it('names the trace it was made on by its text', () => {
    const file = { crc32: 0x1cd2e83, textBytes: 199_972_924 };
    expect(writeLink({ ...DEFAULT_LINK, file })).toContain('&file=01cd2e83-199972924');
    expect(parseLink(writeLink({ ...DEFAULT_LINK, file })).file).toEqual(file);
  });

  it.each<Selection>([
    { kind: 'row', table: 'operatorShapes', key: '["aten::mm","(8, 4), (4, 2)",null]#3' },
    { kind: 'row', table: 'kernels', key: '["f<int>(a:b)\\n&=#é"]' },
    { kind: 'event', event: 0 },
    { kind: 'step', step: 41 },
  ])('carries what is selected: %o', (selected) => {
    expect(parseLink(writeLink({ ...DEFAULT_LINK, selected })).selected).toEqual(selected);
  });

  it('survives writing and reading for any scope', () => {
    const scope = fc.record(
      {
        device: fc.integer(),
        stream: fc.maxSafeInteger(),
        window: fc.tuple(fc.nat(), fc.integer({ min: 1 })).map(([from, length]) => [from, from + length] as const),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(scope, (s) => {
        expect(parseLink(writeLink({ ...DEFAULT_LINK, scope: s }))).toEqual({ ...DEFAULT_LINK, scope: s });
      }),
    );
  });
});

describe('a long filter', () => {
  const link = (filter: string): LinkState => ({
    ...DEFAULT_LINK,
    tables: { kernels: { filter, only: {}, sort: null, columns: null, widths: {} } },
  });
  const carried = (filter: string) => parseLink(writeLink(link(filter))).tables.kernels?.filter;

  it('is carried up to 200 characters', () => {
    expect(carried('x'.repeat(200))).toBe('x'.repeat(200));
    expect(carried('x'.repeat(9000))).toBe('x'.repeat(200));
    expect(writeLink(link('x'.repeat(9000))).length).toBeLessThan(260);
  });
  it('loses no half of a character', () => expect(carried(`${'x'.repeat(199)}😀`)).toBe('x'.repeat(199)));
  it('writes the same link again when it is read', () => {
    const hash = writeLink(link(`${'x'.repeat(199)}😀`));
    expect(writeLink(parseLink(hash))).toBe(hash);
  });
});

describe('a bad link', () => {
  it.each([
    '',
    '#',
    'garbage',
    '#v=2&view=operators',
    '#view=operators',
    '#v=1&v=2',
    '#v=1&view=__proto__',
    '#v=1&view=constructor&theme=pink',
    '#v=1&device=NaN&stream=1e999&window=5~4',
    '#v=1&device=&window=~&window=1~2~3',
    '#v=1&device=99999999999999999999',
    '#v=1&overview.table=toString&kernels.table=nothing',
    '#v=1&%E0%A4%A',
    '#v=1&__proto__.filter=x',
    '#v=1&row=nothing:x',
    '#v=1&file=41cd2e8-12',
    '#v=1&file=41cd2e83-',
    '#v=1&file=trace.json',
    '#v=1&row=kernels:&event=-1&step=1.5',
  ])('%s gives the defaults', (hash) => expect(parseLink(hash)).toEqual(DEFAULT_LINK));

  it('keeps the parts that are sound', () => {
    expect(parseLink('#v=1&view=kernels&device=1&stream=x&kernels.widths=a:0,b:-3,c,d:90,:5')).toEqual({
      ...DEFAULT_LINK,
      view: 'kernels',
      scope: { device: 1 },
      tables: { kernels: { filter: '', only: {}, sort: null, columns: null, widths: { d: 90 } } },
    });
  });

  it('never throws, whatever it holds', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseLink(`#v=1&${text}`)));
  });
});
