import zlib from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { readWhole } from '../../fixtures/read-bytes.ts';
import { testKernel } from '../../fixtures/test-kernel.ts';
import { crc32, tar, zip } from './containers/test-archives.ts';

let kernel: WebAssembly.Module;
beforeAll(async () => {
  kernel = await testKernel;
});

/** Several pieces of input and windows of text. */
const TEXT = Buffer.from(
  JSON.stringify({
    traceEvents: Array.from({ length: 60_000 }, (_, i) => ({ ph: 'X', name: `kernel ${i % 97}`, ts: i * 10, dur: 7 })),
  }),
);
const MIDDLE = TEXT.length >> 1;

describe('CRC-32 and length of the text do not depend on what is around it', () => {
  it.each<[string, () => Buffer]>([
    ['plain', () => TEXT],
    ['gzip', () => zlib.gzipSync(TEXT)],
    [
      'gzip in three members, one of them empty',
      () =>
        Buffer.concat([
          zlib.gzipSync(TEXT.subarray(0, MIDDLE)),
          zlib.gzipSync(Buffer.alloc(0)),
          zlib.gzipSync(TEXT.subarray(MIDDLE)),
        ]),
    ],
    ['zlib', () => zlib.deflateSync(TEXT)],
    ['zip', () => zip([{ name: 'trace.json', content: TEXT }])],
    ['tar in gzip', () => zlib.gzipSync(tar({ name: 'trace.json', content: TEXT }))],
  ])('%s', async (_, bytes) => {
    const trace = await readWhole(bytes(), kernel);
    expect(trace.events).toBe(60_000);
    expect([trace.textBytes, trace.crc32]).toEqual([TEXT.length, crc32(TEXT)]);
  });

  it('another text has another', async () => {
    const other = Buffer.from(TEXT);
    other[other.indexOf('kernel 5') + 7] = 0x36;
    expect((await readWhole(other, kernel)).crc32).toBe(crc32(other));
    expect(crc32(other)).not.toBe(crc32(TEXT));
  });
});
