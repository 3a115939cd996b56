import { existsSync, readFileSync } from 'node:fs';
import zlib from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Format, InflateFault, type InflateOutcome, Inflater } from './containers/inflater.ts';
import { compileKernel } from './kernel/compile.mjs';

let kernel: WebAssembly.Module;
vi.setConfig({ testTimeout: 60_000 });
beforeAll(async () => {
  kernel = new WebAssembly.Module(await compileKernel('inflate-entry.ts'));
}, 60_000);

interface Inflated {
  readonly bytes: Buffer;
  readonly outcome: InflateOutcome;
}

/** Inflates `pieces`, each handed over on its own, with at most `room` bytes of output at a time. */
function inflate(
  format: Format,
  pieces: readonly Uint8Array[],
  room = 65536,
  expectation?: { crc32: number; size: number },
) {
  const inflater = new Inflater(kernel, format, expectation, room);
  const output: Uint8Array[] = [];
  for (const [i, piece] of pieces.entries()) output.push(...inflater.inflate(piece, i === pieces.length - 1));
  return { bytes: Buffer.concat(output), outcome: inflater.outcome } satisfies Inflated;
}

const sound = (outcome: InflateOutcome): boolean =>
  outcome.fault === InflateFault.none &&
  outcome.crcErrors === 0 &&
  outcome.lengthErrors === 0 &&
  outcome.trailingBytes === 0;

/** Deterministic numbers in [0, 1). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function noise(length: number, values = 256): Buffer {
  const next = random(length * 31 + values);
  return Buffer.from(Uint8Array.from({ length }, () => Math.floor(next() * values)));
}

function traceText(events: number): Buffer {
  const next = random(events);
  const rows = Array.from(
    { length: events },
    (_, i) =>
      `{"ph":"X","cat":"kernel","name":"void gemm<${i % 7}>(float*)","pid":0,"tid":7,"ts":${1e6 + i * 3.5},"dur":${Math.floor(next() * 1e4) / 1000},"args":{"External id":${i},"correlation":${i * 2}}}`,
  );
  return Buffer.from(`{"traceEvents":[${rows.join(',\n')}]}`);
}

const INPUTS: Record<string, Buffer> = {
  empty: Buffer.alloc(0),
  'one byte': Buffer.from('{'),
  'a run of one byte': Buffer.alloc(100_000, 0x61),
  'periods of 2 to 40 bytes': Buffer.concat(Array.from({ length: 39 }, (_, i) => Buffer.alloc(1000 + i, noise(i + 2)))),
  'trace text': traceText(3000),
  'random bytes': noise(150_000),
  'random bytes of four values': noise(150_000, 4),
  'skewed bytes (long codes)': skewed(200_000),
};

/** Bytes whose frequencies halve from value to value, which gives codes of every length. */
function skewed(length: number): Buffer {
  const next = random(99);
  return Buffer.from(Uint8Array.from({ length }, () => Math.min(255, Math.floor(-Math.log2(next() + 1e-9) * 8))));
}

const { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED } = zlib.constants;

describe('inflate gives what zlib packed', () => {
  for (const [name, input] of Object.entries(INPUTS)) {
    it(name, () => {
      for (const level of [0, 1, 4, 6, 9]) {
        for (const strategy of [Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED]) {
          const options = { level, strategy };
          const packed: [Format, Buffer][] = [
            [Format.deflate, zlib.deflateRawSync(input, options)],
            [Format.zlib, zlib.deflateSync(input, options)],
            [Format.gzip, zlib.gzipSync(input, options)],
          ];
          for (const [format, bytes] of packed) {
            const { bytes: output, outcome } = inflate(format, [bytes]);
            expect(output.equals(input), `level ${level}, strategy ${strategy}, format ${format}`).toBe(true);
            expect(sound(outcome)).toBe(true);
          }
        }
      }
    });
  }

  it('stored bytes as they are', () => {
    const input = noise(300_000);
    const { bytes, outcome } = inflate(Format.stored, [input.subarray(0, 7), input.subarray(7)], 1000);
    expect(bytes.equals(input)).toBe(true);
    expect(sound(outcome)).toBe(true);
  });

  it('windows and memory levels of every size', () => {
    const input = INPUTS['trace text'];
    for (let windowBits = 9; windowBits <= 15; windowBits++) {
      for (let memLevel = 1; memLevel <= 9; memLevel++) {
        const { bytes, outcome } = inflate(Format.zlib, [zlib.deflateSync(input, { windowBits, memLevel })]);
        expect(bytes.equals(input)).toBe(true);
        expect(sound(outcome)).toBe(true);
      }
    }
  });
});

/** Two members, the first with every optional header field, the second of several block types, zero padding between. */
function richGzip(): { packed: Buffer; content: Buffer } {
  const first = traceText(12);
  const second = Buffer.concat([traceText(5), noise(60)]);
  const body = zlib.deflateRawSync(first);
  const header = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3]),
    Buffer.from([5, 0, 1, 2, 0, 4, 5]),
    Buffer.from('trace.json\0a comment\0'),
    Buffer.from([0xaa, 0xbb]),
  ]);
  const plain = zlib.gzipSync(first);
  const mixed = zlib.gzipSync(second, { level: 1, strategy: Z_FIXED });
  return {
    packed: Buffer.concat([header, body, plain.subarray(plain.length - 8), Buffer.alloc(3), mixed]),
    content: Buffer.concat([first, second]),
  };
}

describe('input and output in any pieces', () => {
  it('a split at every byte', () => {
    const { packed, content } = richGzip();
    for (let at = 0; at <= packed.length; at++) {
      const { bytes, outcome } = inflate(Format.gzip, [packed.subarray(0, at), packed.subarray(at)]);
      expect(bytes.equals(content), `split at ${at}`).toBe(true);
      expect(outcome).toMatchObject({ fault: InflateFault.none, members: 2, crcErrors: 0, trailingBytes: 0 });
    }
  });

  it('pieces of 1 to 40 bytes with every small output', () => {
    const { packed, content } = richGzip();
    for (const size of [1, 2, 3, 7, 8, 9, 15, 16, 17, 40]) {
      const pieces = Array.from({ length: Math.ceil(packed.length / size) }, (_, i) =>
        packed.subarray(i * size, (i + 1) * size),
      );
      for (const room of [1, 2, 3, 257, 258, 259, 300, 319, 320, 321, 1000]) {
        const { bytes, outcome } = inflate(Format.gzip, pieces, room);
        expect(bytes.equals(content), `pieces of ${size}, room ${room}`).toBe(true);
        expect(sound(outcome)).toBe(true);
      }
    }
  });

  it('every output size from 1 to 700 bytes', () => {
    const input = Buffer.concat([Buffer.alloc(2000, 'ab'), traceText(20), Buffer.alloc(700, 'x')]);
    const packed = zlib.gzipSync(input);
    for (let room = 1; room <= 700; room++) {
      const { bytes, outcome } = inflate(Format.gzip, [packed], room);
      expect(bytes.equals(input), `room ${room}`).toBe(true);
      expect(sound(outcome)).toBe(true);
    }
  });

  it('long input in odd pieces', () => {
    const input = Buffer.concat([INPUTS['trace text'], INPUTS['random bytes'], INPUTS['skewed bytes (long codes)']]);
    const packed = zlib.gzipSync(input);
    const next = random(5);
    for (let round = 0; round < 40; round++) {
      const pieces: Buffer[] = [];
      for (let at = 0; at < packed.length; ) {
        const size = Math.floor(next() ** 4 * 40_000);
        pieces.push(packed.subarray(at, at + size));
        at += size;
      }
      const { bytes, outcome } = inflate(Format.gzip, [...pieces, Buffer.alloc(0)], 1 + Math.floor(next() * 70_000));
      expect(bytes.equals(input)).toBe(true);
      expect(sound(outcome)).toBe(true);
    }
  });
});

describe('gzip as it is found', () => {
  const one = traceText(40);
  const two = traceText(30);

  it('many members, empty ones too', () => {
    const parts = [one, Buffer.alloc(0), two, Buffer.alloc(0)];
    const { bytes, outcome } = inflate(Format.gzip, [Buffer.concat(parts.map((p) => zlib.gzipSync(p)))]);
    expect(bytes.equals(Buffer.concat(parts))).toBe(true);
    expect(outcome).toMatchObject({ fault: InflateFault.none, members: 4, trailingBytes: 0 });
  });

  it('zero padding is nothing to speak of, foreign bytes behind it are counted', () => {
    const padded = Buffer.concat([zlib.gzipSync(one), Buffer.alloc(512)]);
    expect(sound(inflate(Format.gzip, [padded]).outcome)).toBe(true);
    const foreign = Buffer.concat([padded, Buffer.from('PAX and more')]);
    for (let at = padded.length - 3; at <= foreign.length; at++) {
      const { bytes, outcome } = inflate(Format.gzip, [foreign.subarray(0, at), foreign.subarray(at)]);
      expect(bytes.equals(one)).toBe(true);
      expect(outcome).toMatchObject({ fault: InflateFault.none, members: 1, trailingBytes: 12 });
    }
  });

  it.each([
    [[0x1f], 1],
    [[0x1f, 0x8b], 2],
    [[0x1f, 0x8c, 8, 0], 4],
    [[0x1f, 0x8b, 7, 0], 4],
  ])('%j behind a member are foreign bytes', (tail, count) => {
    const { bytes, outcome } = inflate(Format.gzip, [Buffer.concat([zlib.gzipSync(one), Buffer.from(tail)])]);
    expect(bytes.equals(one)).toBe(true);
    expect(outcome).toMatchObject({ fault: InflateFault.none, trailingBytes: count });
  });

  it('foreign bytes behind zlib and raw streams are counted', () => {
    const tail = Buffer.from('behind');
    for (const [format, packed] of [
      [Format.zlib, zlib.deflateSync(one)],
      [Format.deflate, zlib.deflateRawSync(one)],
    ] as const) {
      const { bytes, outcome } = inflate(format, [Buffer.concat([packed, tail])]);
      expect(bytes.equals(one)).toBe(true);
      expect(outcome).toMatchObject({ fault: InflateFault.none, trailingBytes: 6 });
    }
  });

  it('a wrong checksum or length is told and costs nothing', () => {
    const first = zlib.gzipSync(one);
    const second = zlib.gzipSync(two);
    first[first.length - 8] ^= 1;
    second[second.length - 1] ^= 1;
    const { bytes, outcome } = inflate(Format.gzip, [Buffer.concat([first, second])]);
    expect(bytes.equals(Buffer.concat([one, two]))).toBe(true);
    expect(outcome).toMatchObject({ fault: InflateFault.none, members: 2, crcErrors: 1, lengthErrors: 1 });
    const packed = zlib.deflateSync(one);
    packed[packed.length - 1] ^= 1;
    expect(inflate(Format.zlib, [packed]).outcome).toMatchObject({ fault: InflateFault.none, crcErrors: 1 });
  });

  it('checks runs of every length against what zlib computed', () => {
    const input = noise(70_000);
    for (const length of [15, 16, 17, 1000, 16_383, 16_384, 16_385, 32_768, 49_151, 70_000]) {
      for (const start of [0, 1, 13]) {
        const content = input.subarray(start, start + length);
        const packed = zlib.gzipSync(content, { level: 0 });
        const trailer = packed.readUInt32LE(packed.length - 8);
        for (const room of [content.length + 1, 20_001]) {
          const { outcome } = inflate(Format.stored, [content], room, { crc32: trailer, size: content.length });
          expect(outcome).toMatchObject({ crcErrors: 0, lengthErrors: 0 });
        }
      }
    }
  });

  it('checks raw and stored streams against what a directory says', () => {
    // CRC-32 of the digits 1 to 9 is the published check value of the algorithm.
    const digits = Buffer.from('123456789');
    for (const [format, packed] of [
      [Format.stored, digits],
      [Format.deflate, zlib.deflateRawSync(digits)],
    ] as const) {
      const right = inflate(format, [packed], 4, { crc32: 0xcbf43926, size: 9 });
      expect(right.outcome).toMatchObject({ crcErrors: 0, lengthErrors: 0 });
      const wrong = inflate(format, [packed], 4, { crc32: 0xcbf43927, size: 10 });
      expect(wrong.bytes.equals(digits)).toBe(true);
      expect(wrong.outcome).toMatchObject({ crcErrors: 1, lengthErrors: 1 });
    }
  });
});

/** Writes bits as deflate packs them. */
class BitWriter {
  readonly #bits: number[] = [];
  /** A number, lowest bit first. */
  number(value: number, bits: number): this {
    for (let i = 0; i < bits; i++) this.#bits.push((value >> i) & 1);
    return this;
  }
  /** A prefix code, first bit first. */
  code(text: string): this {
    for (const bit of text) this.#bits.push(Number(bit));
    return this;
  }
  bytes(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8));
    for (const [i, bit] of this.#bits.entries()) bytes[i >> 3] |= bit << (i & 7);
    return bytes;
  }
}

const fixed = (last = 1) => new BitWriter().number(last, 1).number(1, 2);
/** Code of a literal below 144 in the fixed codes. */
const literal = (text: string) => (0x30 + text.charCodeAt(0)).toString(2).padStart(8, '0');
const FIXED_END = '0000000';

/** A dynamic block's head: lengths of the code-length code by symbol, then the given codes. */
function dynamic(literals: number, distances: number, order: Record<number, number>): BitWriter {
  const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  const writer = new BitWriter().number(1, 1).number(2, 2);
  writer
    .number(literals - 257, 5)
    .number(distances - 1, 5)
    .number(15, 4);
  for (const symbol of ORDER) writer.number(order[symbol] ?? 0, 3);
  return writer;
}

describe('faults', () => {
  /** Inflates in one piece and byte by byte with a small output (fast and slow paths), which must agree. */
  function both(format: Format, packed: Buffer): Inflated {
    const whole = inflate(format, [Buffer.concat([packed, Buffer.alloc(64)])]);
    const slow = inflate(
      format,
      Array.from(packed, (byte) => Buffer.from([byte])),
      5,
    );
    expect(slow.bytes.equals(whole.bytes)).toBe(true);
    expect(slow.outcome.fault).toBe(whole.outcome.fault);
    return whole;
  }

  it('a block type that does not exist', () => {
    expect(both(Format.deflate, Buffer.from([7])).outcome.fault).toBe(InflateFault.badBlockType);
  });

  it('a stored length without its complement', () => {
    expect(both(Format.deflate, Buffer.from([1, 1, 0, 0, 0])).outcome.fault).toBe(InflateFault.badStoredLength);
  });

  it('headers', () => {
    for (const header of ['1f8b0700000000000003', '1f8b0820000000000003', '1f8c0800000000000003']) {
      expect(both(Format.gzip, Buffer.from(header, 'hex')).outcome.fault).toBe(InflateFault.badHeader);
    }
    for (const header of ['7801', '789c']) {
      expect(both(Format.zlib, Buffer.from(`${header}030000000001`, 'hex')).outcome.fault).toBe(InflateFault.none);
    }
    for (const header of ['789d', '779c', '78bb']) {
      expect(both(Format.zlib, Buffer.from(header, 'hex')).outcome.fault).toBe(InflateFault.badHeader);
    }
  });

  it('a distance before the first byte, and before the first byte of a later member', () => {
    const far = fixed().code(literal('a')).code('0000001').code('00001').code(FIXED_END).bytes();
    const { bytes, outcome } = both(Format.deflate, far);
    expect(bytes.toString()).toBe('a');
    expect(outcome.fault).toBe(InflateFault.badDistance);

    const text = traceText(30);
    const dictionary = text.subarray(0, 400);
    const borrowed = zlib.deflateRawSync(text, { dictionary });
    const second = Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), borrowed]);
    const members = both(Format.gzip, Buffer.concat([zlib.gzipSync(dictionary), second]));
    expect(members.outcome.fault).toBe(InflateFault.badDistance);
    expect(members.outcome.members).toBe(2);
    expect(members.bytes.subarray(0, 400).equals(dictionary)).toBe(true);
  });

  it('the farthest distance there is works, one byte less of history does not', () => {
    const pattern = noise(32768);
    // Length 258 (code 11000101), distance symbol 29 with 13 extra bits set.
    const match = fixed().code('11000101').code('11101').number(8191, 13).code(FIXED_END).bytes();
    const stored = (bytes: Buffer) => {
      const head = Buffer.alloc(5);
      head.writeUInt16LE(bytes.length, 1);
      head.writeUInt16LE(bytes.length ^ 0xffff, 3);
      return Buffer.concat([head, bytes]);
    };
    for (const room of [100, 1000, 40_000]) {
      const reached = inflate(Format.deflate, [stored(pattern), match], room);
      expect(reached.outcome.fault).toBe(InflateFault.none);
      expect(reached.bytes.equals(Buffer.concat([pattern, pattern.subarray(0, 258)]))).toBe(true);
      const short = inflate(Format.deflate, [stored(pattern.subarray(1)), match], room);
      expect(short.outcome.fault).toBe(InflateFault.badDistance);
      expect(short.bytes.length).toBe(32767);
    }
  });

  it('symbols that have no meaning', () => {
    // Length symbols 286 and 287 and distance symbols 30 and 31 exist in the fixed codes only.
    const bad = [
      fixed().code(literal('a')).code('11000110'),
      fixed().code(literal('a')).code('11000111'),
      fixed().code(literal('a')).code('0000001').code('11110'),
      fixed().code(literal('a')).code('0000001').code('11111'),
    ];
    for (const writer of bad) {
      const { bytes, outcome } = both(Format.deflate, writer.bytes());
      expect(bytes.toString()).toBe('a');
      expect(outcome.fault).toBe(InflateFault.badCode);
    }
  });

  it('code lengths that are no code', () => {
    const bad = {
      'too many length symbols': new BitWriter().number(1, 1).number(2, 2).number(30, 5).number(0, 9),
      'too many distance symbols': new BitWriter().number(1, 1).number(2, 2).number(0, 5).number(30, 5).number(0, 4),
      'oversubscribed code-length code': dynamic(257, 1, { 0: 1, 1: 1, 2: 1 }),
      'incomplete code-length code': dynamic(257, 1, { 0: 2, 1: 2 }),
      'no code-length code': dynamic(257, 1, {}),
      'a repeat with nothing before it': dynamic(257, 1, { 16: 1, 0: 1 }).code('1').number(0, 2),
      'a repeat past the end': dynamic(257, 1, { 18: 1, 0: 1 }).code('1').number(127, 7).code('1').number(127, 7),
      // 256 zeros (138 + 118), then no end of block either.
      'no end of block': dynamic(257, 1, { 18: 1, 0: 1 }).code('1').number(127, 7).code('1').number(107, 7).code('00'),
    };
    for (const [name, writer] of Object.entries(bad)) {
      const { bytes, outcome } = both(Format.deflate, writer.bytes());
      expect(outcome.fault, name).toBe(InflateFault.badCodeLengths);
      expect(bytes.length).toBe(0);
    }
  });

  it('an end of block alone and no distance code is a block of nothing', () => {
    // 256 zeros, length 1 for the end of block, length 0 for the one distance: codes 1 -> "0", 18 -> "10", 0 -> "11".
    const writer = dynamic(257, 1, { 0: 2, 1: 1, 18: 2 });
    const empty = writer.code('11').number(127, 7).code('11').number(107, 7).code('0').code('10').code('0').bytes();
    expect(zlib.inflateRawSync(empty).length).toBe(0);
    const { bytes, outcome } = both(Format.deflate, empty);
    expect(outcome.fault).toBe(InflateFault.none);
    expect(bytes.length).toBe(0);
  });
});

describe('damage', () => {
  const content = Buffer.concat([traceText(9), noise(100), Buffer.alloc(300, 'abc')]);

  /** What zlib decodes from a stream that is cut off. */
  const partial = (packed: Buffer) => zlib.inflateRawSync(packed, { finishFlush: zlib.constants.Z_SYNC_FLUSH });

  it('a cut at every byte gives as much as zlib gets, and says so', () => {
    for (const options of [{ level: 0 }, { level: 6 }, { strategy: Z_FIXED }]) {
      const packed = zlib.deflateRawSync(content, options);
      for (let at = 1; at < packed.length; at++) {
        const { bytes, outcome } = inflate(Format.deflate, [packed.subarray(0, at)]);
        expect(outcome.fault, `cut at ${at}`).toBe(InflateFault.truncated);
        expect(bytes.equals(partial(packed.subarray(0, at))), `cut at ${at}`).toBe(true);
      }
    }
    expect(inflate(Format.deflate, [Buffer.alloc(0)]).outcome.fault).toBe(InflateFault.truncated);
  });

  it('a cut in a gzip header or trailer is told', () => {
    const { packed } = richGzip();
    for (let at = 0; at < packed.length; at++) {
      const { outcome } = inflate(Format.gzip, [packed.subarray(0, at)]);
      expect(outcome.fault === InflateFault.truncated || outcome.trailingBytes > 0 || outcome.members === 1).toBe(true);
    }
    const one = zlib.gzipSync(content);
    for (let missing = 1; missing <= 8; missing++) {
      const { bytes, outcome } = inflate(Format.gzip, [one.subarray(0, one.length - missing)]);
      expect(outcome.fault).toBe(InflateFault.truncated);
      expect(bytes.equals(content)).toBe(true);
    }
  });

  it('flipped bits: decoded alike by zlib or refused alike, and never less than what precedes them', () => {
    const next = random(2024);
    let refused = 0;
    for (let round = 0; round < 1500; round++) {
      const packed = zlib.deflateRawSync(content, { level: round % 10, strategy: round % 5 });
      const at = Math.floor(next() * packed.length);
      packed[at] ^= 1 << Math.floor(next() * 8);
      const whole = inflate(Format.deflate, [packed]);
      const small = inflate(
        Format.deflate,
        [packed.subarray(0, at), packed.subarray(at)],
        1 + Math.floor(next() * 400),
      );
      expect(small.bytes.equals(whole.bytes)).toBe(true);
      expect(small.outcome.fault).toBe(whole.outcome.fault);
      if (at > 0) {
        const before = partial(packed.subarray(0, at));
        expect(whole.bytes.subarray(0, before.length).equals(before)).toBe(true);
      }
      let expected: Buffer | null = null;
      try {
        expected = zlib.inflateRawSync(packed);
      } catch {
        refused++;
      }
      expect(whole.outcome.fault === InflateFault.none, `round ${round}`).toBe(expected !== null);
      if (expected) expect(whole.bytes.equals(expected)).toBe(true);
    }
    expect(refused).toBeGreaterThan(100);
  });

  it('noise in every format neither traps nor hangs', () => {
    const next = random(7);
    for (let round = 0; round < 800; round++) {
      const bytes = noise(1 + Math.floor(next() * 400) + round);
      for (const format of [Format.deflate, Format.zlib, Format.gzip]) inflate(format, [bytes], 1 + (round % 700));
    }
  });
});

const TRACES = new URL('../../../shared/traces/', import.meta.url);
describe.skipIf(!existsSync(TRACES))('real traces (skipped where ../shared/traces is absent)', () => {
  it.each(['h100_bert_small', 'vllm_decode_full', 'xdit_sd_3.5'])('%s', (name) => {
    const packed = readFileSync(new URL(`${name}/trace.json.gz`, TRACES));
    const { bytes, outcome } = inflate(Format.gzip, [packed]);
    expect(bytes.equals(zlib.gunzipSync(packed))).toBe(true);
    expect(sound(outcome)).toBe(true);
  });
});
