import { beforeAll, describe, expect, it } from 'vitest';
import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { readBytes, readWhole } from '../../fixtures/read-bytes.ts';
import { HAS_SHARED_TRACES, readSharedText, SHARED_NOTE } from '../../fixtures/shared-traces.ts';
import { testKernel } from '../../fixtures/test-kernel.ts';
import { numericKey } from './event-args.ts';
import { EventFlag, type TraceColumns } from './trace-columns.ts';

let kernel: WebAssembly.Module;
beforeAll(async () => {
  kernel = await testKernel;
});

const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readWhole(encode(text), kernel);
const list = (...events: string[]) => `{"traceEvents":[${events.join(',')}]}`;
const kinds = (trace: Awaited<ReturnType<typeof read>>) => trace.ledger.entries().map(({ kind }) => kind);

/** Absolute nanoseconds of every event. */
function absolute({ base, ts, length }: TraceColumns): (bigint | null)[] {
  return Array.from({ length }, (_, i) => (Number.isNaN(ts[i]) ? null : base + BigInt(ts[i])));
}

describe('times are integer nanoseconds taken from the digits', () => {
  it.each([
    ['1753615175350417.123', 1753615175350417123n],
    ['1753615175350417.1', 1753615175350417100n],
    ['"1753615175350417.123"', 1753615175350417123n],
    ['1.753615175350417e15', 1753615175350417000n],
    ['12', 12000n],
    ['-0.001', -1n],
    ['0.0005', 0n], // half to even
    ['0.0015', 2n],
    ['0.0025', 2n],
    ['0.00250001', 3n],
    ['0.9995', 1000n],
    ['125e-2', 1250n],
    ['5e-4', 0n],
    ['15e-4', 2n],
    ['999999999999999999', 999999999999999999000n],
  ])('%s', async (digits, ns) => {
    const { columns } = await read(list(`{"ph":"X","ts":${digits},"dur":1}`));
    expect(absolute(columns)).toEqual([ns]);
  });

  it.each(['NaN', 'null', '"abc"', '[]', '{}', '"NaN"', '01', '1.', '.5', '+1', '1e', '-', 'true', '""'])(
    'an event whose ts is %s is dropped',
    async (value) => {
      const trace = await read(
        list('{"ph":"X","ts":1,"dur":1}', `{"ph":"X","ts":${value},"dur":1}`, '{"ph":"X","ts":3,"dur":1}'),
      );
      expect([trace.events, trace.kept, trace.dropped]).toEqual([3, 2, 1]);
      expect(kinds(trace)).toContain('unusable-timestamp');
    },
  );

  it('keeps an event at 0 among epochs without a usable time', async () => {
    const epochs = Array.from({ length: 20 }, (_, i) => `{"ph":"X","ts":17536151753504${i + 10}.5,"dur":2}`);
    const { columns, kept } = await read(list('{"ph":"X","ts":0,"dur":5}', ...epochs));
    expect(kept).toBe(21);
    expect(columns.base).toBe(1753615175350410500n);
    expect([columns.ts[0], columns.flags[0] & EventFlag.noUsableTime]).toEqual([Number.NaN, EventFlag.noUsableTime]);
    expect(columns.ts[1]).toBe(0);
  });

  it('loses nothing to one first time out of reach, however far', async () => {
    for (const far of ['17000000000000000', '1e17', '999999999999999999', '9'.repeat(30)]) {
      for (const ph of ['X', 'M']) {
        const { columns } = await read(
          list(
            `{"ph":"${ph}","ts":${far},"dur":1}`,
            '{"ph":"X","ts":1753615175350417.5,"dur":1}',
            '{"ph":"X","ts":1753615175350418,"dur":1}',
          ),
        );
        expect(columns.base).toBe(1753615175350417500n);
        expect([...columns.ts]).toEqual([Number.NaN, 0, 500]);
      }
    }
  });

  it('follows the bulk where nanoseconds stand for microseconds', async () => {
    const { columns } = await read(
      list(
        '{"ph":"i","ts":5}',
        '{"ph":"X","ts":1753615175350417123,"dur":1}',
        '{"ph":"X","ts":1753615175350417124,"dur":1}',
      ),
    );
    expect(columns.base).toBe(1753615175350417123000n);
    expect([...columns.ts]).toEqual([Number.NaN, 0, 1000]);
  });

  it('does not let a metadata time set the base', async () => {
    const { columns } = await read(list('{"ph":"M","ts":0,"name":"process_name"}', '{"ph":"X","ts":100,"dur":1}'));
    expect([columns.base, columns.ts[0], columns.ts[1]]).toEqual([100000n, -100000, 0]);
  });
});

describe('durations', () => {
  it('repairs what is missing, negative or no number, and keeps the event', async () => {
    const trace = await read(
      list(
        '{"ph":"X","ts":1}',
        '{"ph":"X","ts":1,"dur":-1}',
        '{"ph":"X","ts":1,"dur":Infinity}',
        '{"ph":"X","ts":1,"dur":1e300}',
        '{"ph":"i","ts":1}',
      ),
    );
    expect([trace.kept, trace.repaired]).toEqual([5, 4]);
    expect([...trace.columns.dur]).toEqual([0, 0, 0, 0, 0]);
    expect(kinds(trace).sort()).toEqual([
      'duration-out-of-range',
      'missing-duration',
      'negative-duration',
      'non-finite-number',
    ]);
  });

  it('pairs B with E per thread, inner first', async () => {
    const { columns } = await read(
      list(
        '{"ph":"B","ts":1,"tid":1,"name":"a"}',
        '{"ph":"B","ts":2,"tid":1,"name":"b"}',
        '{"ph":"B","ts":2,"tid":2,"name":"c"}',
        '{"ph":"E","ts":5,"tid":1}',
        '{"ph":"E","ts":9,"tid":1}',
      ),
    );
    expect([...columns.dur]).toEqual([8000, 3000, 0, 0, 0]);
    expect(columns.flags[2] & EventFlag.pairedBegin).toBe(0);
  });
});

describe('the document', () => {
  const event = (n: number) => `{"ph":"i","ts":${n},"name":"e${n}"}`;

  it('counts the last of two event lists', async () => {
    const trace = await read(`{"traceEvents":[${event(1)},${event(2)}],"x":1,"traceEvents":[${event(3)}]}`);
    expect([trace.events, trace.kept, trace.dropped]).toEqual([3, 1, 2]);
    expect(trace.columns.strings.get(trace.columns.name[0])).toBe('e3');
    expect(kinds(trace)).toEqual(['earlier-event-list']);
  });

  it('takes an event with an event list in it for an event', async () => {
    const odd = '{"ph":"i","ts":2,"traceEvents":[]}';
    for (const events of [
      [event(1), odd, event(3)],
      [odd, event(1), event(3)],
    ]) {
      const trace = await read(list(...events));
      expect([trace.events, trace.ledger.entries().length]).toEqual([3, 0]);
    }
  });

  it.each([
    ['closed the header', '{"a":1},"b":2,"traceEvents":[', 'unexpected-bytes'],
    ['made the rest of the header look like an event', '{"a":1},{"ph":"X","b":2,"traceEvents":[', 'unexpected-bytes'],
    ['made another document of the rest', '{"a":1}{"ph":"X","b":2,"traceEvents":[', 'damaged-header'],
    ['hit the key of the list', '{"a":1,"\u0000traceEvents":[', 'list-resumed'],
    ['hit the key of the list, a byte of it', '{"a":1,"traceEvent ": [', 'list-resumed'],
  ])('finds the events where damage %s', async (_, head, told) => {
    const trace = await read(`${head}${event(1)},${event(2)}],"x":1}`);
    expect([trace.kept, trace.dropped]).toEqual([2, 0]);
    expect(kinds(trace)).toContain(told);
  });

  it('takes a list of objects that are no events for what it is', async () => {
    const trace = await read(`{"devices":[{"id":0},{"id":1}],"traceEvents":[${event(1)}],"z":[{"id":2}]}`);
    expect(trace.columns.header).toEqual({ devices: [{ id: 0 }, { id: 1 }], z: [{ id: 2 }] });
  });

  it('takes no quote for a phase', async () => {
    const trace = await read(`{"traceEvents":[${event(1)},{"ph":""","ts":2},${event(3)}]}`);
    expect([trace.kept, trace.dropped]).toEqual([2, 1]);
    expect(kinds(trace)).toEqual(['damaged-event']);
  });

  it('reads keys and phases with escapes', async () => {
    const trace = await read(
      '{"trace\\u0045vents":[{"\\u0070h":"\\u0058","\\u0074s":1.5,"d\\u0075r":2,"na\\u006de":"a\\/b","cat":"k"},{"ph":"X","ts":2,"dur":1,"name":"a/b","c\\u0061t":"\\u006b"}]}',
    );
    const { columns } = trace;
    expect([trace.kept, columns.ph[0], columns.base, columns.dur[0]]).toEqual([2, 0x58, 1500n, 2000]);
    expect([columns.name[0], columns.cat[0]]).toEqual([columns.name[1], columns.cat[1]]);
  });

  it('loses no event behind a stray bracket', async () => {
    for (const stray of [`${event(2)},]${event(3)}`, `${event(2)}],${event(3)}`]) {
      const trace = await read(`{"traceEvents":[${event(1)},${stray},${event(4)}]}`);
      expect([trace.kept, trace.dropped]).toEqual([4, 0]);
      expect(trace.ledger.entries().some(({ severity }) => severity !== 'information')).toBe(true);
    }
  });

  it('is not misled by a nested key of the same name', async () => {
    const trace = await read(`{"meta":{"traceEvents":[${event(1)}]},"traceEvents":[${event(2)}],"after":{"a":[1]}}`);
    expect([trace.events, trace.ledger.entries().length]).toEqual([1, 0]);
    expect(trace.columns.header).toEqual({ meta: { traceEvents: [JSON.parse(event(1))] }, after: { a: [1] } });
  });

  it('drops elements that are no objects, and keeps empty ones', async () => {
    const trace = await read(`{"traceEvents":[1,${event(1)},"x",{},[1,[2]],null,${event(2)}]}`);
    expect([trace.events, trace.kept, trace.dropped]).toEqual([7, 3, 4]);
    expect(kinds(trace)).toEqual(['not-an-event']);
  });

  it.each([
    ['an unexpected closing brace', '}'],
    ['a NUL byte', '\u0000'],
    ['a lone quote', '"'],
    ['a bracket', ']'],
    ['words', ' oops '],
  ])('goes on after %s between events', async (_, junk) => {
    const trace = await read(`{"traceEvents":[${event(1)},${event(2)},${junk}${event(3)},${event(4)},${event(5)}]}`);
    expect(trace.kept).toBeGreaterThanOrEqual(4);
    expect(trace.kept + trace.dropped).toBe(trace.events);
    expect(trace.ledger.entries().length).toBeGreaterThan(0);
  });

  it('ends on depths, sizes and repetitions made to hang a reader', async () => {
    for (const hostile of [
      '{"a":'.repeat(300_000),
      '['.repeat(300_000),
      '{"'.repeat(300_000),
      `${'{"a":1,'.repeat(100_000)}`,
      '{"ph":"X","ts":'.repeat(100_000),
      '\\'.repeat(300_000),
      `"${'\\'.repeat(99_999)}`,
    ]) {
      const outcome = await readBytes(encode(`{"traceEvents":[${event(1)},${hostile}`), kernel);
      expect(outcome.kind).toBe('read');
    }
  });

  it('reads one event larger than the window', async () => {
    const long = 'x'.repeat(5_000_000);
    const { columns } = await read(list(event(1), `{"ph":"i","ts":2,"name":"${long}"}`, event(3)));
    expect(columns.length).toBe(3);
    expect(columns.strings.get(columns.name[1])).toBe(long);
  });
});

describe('arguments', () => {
  it('tells ids beyond 2^53 apart', async () => {
    const { columns } = await read(
      list(
        ...[
          '18446744073709551615',
          '18446744073709551614',
          '9007199254740993',
          '9007199254740992',
          '4294967296',
          '7',
          '"7"',
        ].map((id) => `{"ph":"i","ts":1,"args":{"correlation":${id}}}`),
      ),
    );
    const key = numericKey(columns, 'args.correlation');
    const ids = Array.from({ length: columns.length }, (_, i) => key.idAt(i));
    expect(new Set(ids.slice(0, 6)).size).toBe(6);
    expect(ids.slice(4)).toEqual([4294967296, 7, 7]);
  });
});

describe('refusals name what the file is', () => {
  it.each([
    ['', 'empty'],
    ['hello', 'not JSON'],
    ['{"a":1}', 'no traceEvents list'],
    ['{"traceEvents":5}', 'not a list'],
    ['{"schema":"1.0","nodes":[]}', 'execution trace'],
    ['{"deviceProperties":[{"id":0', 'cut off'],
  ])('%j', async (text, words) => {
    const outcome = await readBytes(encode(text), kernel);
    expect(outcome.kind === 'refused' ? outcome.refusal.reason : outcome.kind).toContain(words);
  });
});

describe('columns agree with JSON.parse', () => {
  it.skipIf(!HAS_SHARED_TRACES).each(['h100_bert_small', 'vllm_decode_full', 'sglang_decode', 'mi210_gpu_only'])(
    `%s${SHARED_NOTE}`,
    async (name) => {
      const text = readSharedText(`traces/${name}/trace.json.gz`);
      const { columns } = await read(text);
      const reference = readJsonTrace(text);
      expect(columns.base).toBe(reference.base);
      for (const key of ['ts', 'dur', 'ph', 'flags'] as const)
        expect(Array.from(columns[key])).toEqual(Array.from(reference[key]));
      const names = ({ strings, name, cat, track, tracks }: TraceColumns) =>
        Array.from(name, (id, i) => [strings.get(id), strings.get(cat[i]), tracks[track[i]].pid, tracks[track[i]].tid]);
      expect(names(columns)).toEqual(names(reference));
      for (const path of [
        'id',
        'args.correlation',
        'args.External id',
        'args.stream',
        'args.Ev Idx',
        'args.Python id',
      ]) {
        const [ours, theirs] = [numericKey(columns, path), numericKey(reference, path)];
        expect(Array.from(columns.ts, (_, i) => ours.at(i))).toEqual(Array.from(columns.ts, (_, i) => theirs.at(i)));
      }
    },
  );
});
