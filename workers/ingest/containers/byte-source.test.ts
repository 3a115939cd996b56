import { describe, expect, it } from 'vitest';
import { fileLayer, type Layer, layerRange, type RandomAccess, range, readHead, SourceReader } from './byte-source.ts';

const bytes = Buffer.from(Uint8Array.from({ length: 5_500_000 }, (_, i) => (i * 2654435761) >>> 24));

async function readAll(layer: Layer): Promise<Buffer> {
  const source = layer.open('whole');
  const pieces: Uint8Array[] = [];
  for (let piece = await source.read(); piece; piece = await source.read()) {
    expect(piece.length).toBeGreaterThan(0);
    pieces.push(piece);
  }
  expect(await source.read()).toBeNull();
  return Buffer.concat(pieces);
}

/** A file that counts the slices being read. */
class Watched implements RandomAccess {
  readonly size = bytes.length;
  open = 0;
  mostOpen = 0;
  slices = 0;
  slice(start: number, end: number) {
    return {
      arrayBuffer: async () => {
        this.slices++;
        this.mostOpen = Math.max(this.mostOpen, ++this.open);
        await new Promise((resolve) => setTimeout(resolve, 1));
        this.open--;
        return bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + end) as ArrayBuffer;
      },
    };
  }
}

/** The same bytes, but to be read in order only. */
const inOrder = (layer: Layer): Layer => ({ size: layer.size, open: (extent) => layer.open(extent) });

describe('a file', () => {
  it('is read whole, several slices at a time', async () => {
    const file = new Watched();
    expect((await readAll(fileLayer(file))).equals(bytes)).toBe(true);
    expect(file.mostOpen).toBe(4);
  });

  it('tells how far reading has come', async () => {
    const source = fileLayer(new Watched()).open('whole');
    expect([source.size, source.fileBytes, source.fileBytesRead]).toEqual([bytes.length, bytes.length, 0]);
    const first = await source.read();
    expect(source.fileBytesRead).toBe(first?.length);
  });

  it('is not read ahead for its head', async () => {
    const file = new Watched();
    const head = await readHead(fileLayer(file), 1000);
    expect(bytes.subarray(0, 1000).equals(head.bytes)).toBe(true);
    expect(file.slices).toBe(1);
  });

  it('gives a failure to the read that meets it', async () => {
    const broken: RandomAccess = {
      size: 3 << 20,
      slice: (start) => ({
        arrayBuffer: async () => {
          if (start > 0) throw new Error('gone');
          return new ArrayBuffer(1 << 20);
        },
      }),
    };
    const source = fileLayer(broken).open('whole');
    expect((await source.read())?.length).toBe(1 << 20);
    await expect(source.read()).rejects.toThrow('gone');
  });
});

describe('a part', () => {
  const spans = [
    [0, 0],
    [0, 10],
    [1, 70_000],
    [1_048_575, 2],
    [1_048_576, 1_048_576],
    [5_499_000, 1000],
    [65_536, 3_000_000],
  ];
  it.each(spans)('of a file: %i bytes on, %i long', async (start, size) => {
    const part = bytes.subarray(start, start + size);
    const file = new Blob([bytes]);
    expect((await readAll(layerRange(fileLayer(file), start, size))).equals(part)).toBe(true);
    expect((await readAll(layerRange(inOrder(fileLayer(file)), start, size))).equals(part)).toBe(true);
    const inner = range(range(file, start, start + size), 0, size + 100);
    expect(inner.size).toBe(size);
    expect((await readAll(fileLayer(inner))).equals(part)).toBe(true);
  });

  it('that is cut off says so', async () => {
    const layer = layerRange(inOrder(fileLayer(new Blob([bytes]))), bytes.length - 10, 30);
    const source = layer.open('whole');
    expect((await source.read())?.length).toBe(10);
    expect(source.notes()).toEqual([]);
    expect(await source.read()).toBeNull();
    expect(source.notes().map(({ kind, severity }) => [kind, severity])).toEqual([['archive-cut-off', 'warning']]);
  });
});

describe('SourceReader', () => {
  it('peeks, takes and skips by count', async () => {
    const reader = new SourceReader(fileLayer(new Blob([bytes])).open('whole'));
    const same = (found: Uint8Array, start: number, count: number) =>
      expect(bytes.subarray(start, start + count).equals(found)).toBe(true);
    same(await reader.peek(5), 0, 5);
    same(await reader.take(100), 0, 100);
    expect(await reader.skip(1_048_400)).toBe(1_048_400);
    same(await reader.peek(2_000_000), 1_048_500, 2_000_000);
    same(await reader.take(200), 1_048_500, 200);
    expect(reader.position).toBe(1_048_700);
    expect(await reader.skip(10_000_000)).toBe(bytes.length - 1_048_700);
    expect((await reader.take(1)).length).toBe(0);
  });
});
