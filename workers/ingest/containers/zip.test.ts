import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ByteSource, fileLayer, type RandomAccess } from './byte-source.ts';
import { crc32, traceJson, type ZipFile, type ZipShape, zip } from './test-archives.ts';
import { readZipDirectory, type ZipMember, zipDataOffset } from './zip.ts';
import { salvageZip } from './zip-salvage.ts';

const one = traceJson(30);
const two = traceJson(20, 'aten::add');
const files: ZipFile[] = [
  { name: 'rank0/trace.json', content: one },
  { name: 'ränge/spür.json', content: two, method: 0 },
  { name: 'leer.txt', content: Buffer.alloc(0), method: 0 },
];

const blob = (bytes: Uint8Array): RandomAccess => new Blob([Buffer.from(bytes)]);

/** What a reader should find, apart from where. */
const truth = (list: readonly ZipFile[]) =>
  list.map(({ name, content, method = 8, encrypted = false }) => ({
    name,
    method,
    encrypted,
    size: content.length,
    crc32: crc32(content),
  }));
const found = (members: readonly ZipMember[]) =>
  members.map(({ name, method, encrypted, size, crc32: crc }) => ({ name, method, encrypted, size, crc32: crc }));

/** The members' bytes at the places that the directory leads to, stored ones only. */
async function storedBytes(archive: Buffer, members: readonly ZipMember[]) {
  const bytes: Buffer[] = [];
  for (const member of members.filter(({ method }) => method === 0)) {
    const start = await zipDataOffset(blob(archive), member);
    if (start === null) throw new Error(`${member.name} was not found`);
    bytes.push(archive.subarray(start, start + member.compressedSize));
  }
  return bytes;
}

describe('the directory', () => {
  const shapes: Record<string, ZipShape> = {
    plain: {},
    'with a comment': { comment: Buffer.from('made by PK\x05\x06 something') },
    'with a comment of the greatest length': { comment: Buffer.alloc(65535, 'c') },
    'behind other bytes, offsets from the file': { prefix: Buffer.alloc(777, 'x') },
    'behind other bytes, offsets from the archive': { prefix: Buffer.alloc(777, 'x'), shifted: true },
    zip64: { zip64: true },
    'zip64 behind other bytes': { zip64: true, prefix: Buffer.alloc(50), shifted: true },
  };
  for (const [name, shape] of Object.entries(shapes)) {
    it(name, async () => {
      for (const zip64 of [false, true]) {
        const list = files.map((file) => ({ ...file, zip64 }));
        const archive = zip(list, shape);
        const directory = await readZipDirectory(blob(archive));
        expect(directory?.spanned).toBe(false);
        const members = directory?.members ?? [];
        expect(found(members)).toEqual(truth(list));
        expect(await storedBytes(archive, members)).toEqual([two, Buffer.alloc(0)]);
      }
    });
  }

  it('with bytes behind the archive', async () => {
    const directory = await readZipDirectory(blob(Buffer.concat([zip(files), Buffer.alloc(900, 'z')])));
    expect(found(directory?.members ?? [])).toEqual(truth(files));
  });

  it('of an archive that another writer made', async () => {
    const archive = zipSync({ 'a/b.json': one, 'c.json': [two, { level: 0 }] }, { comment: 'hello' });
    const directory = await readZipDirectory(blob(archive));
    expect(found(directory?.members ?? [])).toEqual(
      truth([
        { name: 'a/b.json', content: one },
        { name: 'c.json', content: two, method: 0 },
      ]),
    );
  });

  it('of nothing', async () => {
    expect(await readZipDirectory(blob(zip([])))).toEqual({ members: [], spanned: false });
  });

  it('knows encryption, other methods and split archives', async () => {
    const odd: ZipFile[] = [
      { name: 'secret.json', content: one, encrypted: true },
      { name: 'other.json', content: one, method: 93 },
    ];
    expect(found((await readZipDirectory(blob(zip(odd))))?.members ?? [])).toEqual(truth(odd));
    expect((await readZipDirectory(blob(zip(files, { disk: 2 }))))?.spanned).toBe(true);
  });

  it('is not found in an archive that is cut off, wherever', async () => {
    const archive = zip(files);
    for (let at = 0; at < archive.length; at += 7) {
      expect(await readZipDirectory(blob(archive.subarray(0, at)))).toBeNull();
    }
  });

  it('survives any changed byte: found or not, never an exception', async () => {
    const archive = zip(
      files.map((file) => ({ ...file, zip64: true })),
      { zip64: true },
    );
    for (let at = archive.length - 500; at < archive.length; at++) {
      for (const change of [1, 0x80, 0xff]) {
        const damaged = Buffer.from(archive);
        damaged[at] ^= change;
        const directory = await readZipDirectory(blob(damaged));
        for (const member of directory?.members ?? []) await zipDataOffset(blob(damaged), member);
      }
    }
  });
});

/** A source that gives `bytes` in pieces of `size`. */
function pieces(bytes: Buffer, size: number): ByteSource {
  let at = 0;
  return {
    size: bytes.length,
    fileBytes: bytes.length,
    get fileBytesRead() {
      return at;
    },
    read: async () => {
      if (at >= bytes.length) return null;
      at += size;
      return bytes.subarray(at - size, at);
    },
    notes: () => [],
  };
}

describe('without a directory', () => {
  for (const descriptor of [undefined, 'signed', 'bare', 'wide'] as const) {
    it(`finds members with ${descriptor ?? 'no'} descriptors`, async () => {
      const list = files.map((file) => ({ ...file, ...(descriptor && { descriptor }) }));
      const archive = zip(list);
      for (const size of [1, 29, 1000, 1 << 20]) {
        const members = await salvageZip(pieces(archive, size));
        expect(found(members)).toEqual(truth(list));
        const stored = members.filter(({ method }) => method === 0);
        expect(stored.map(({ offset, compressedSize }) => archive.subarray(offset, offset + compressedSize))).toEqual([
          two,
          Buffer.alloc(0),
        ]);
      }
    });

    it(`keeps what a cut leaves, with ${descriptor ?? 'no'} descriptors`, async () => {
      const list = files.map((file) => ({ ...file, ...(descriptor && { descriptor }) }));
      const archive = zip(list);
      const whole = await salvageZip(pieces(archive, 1 << 20));
      for (let at = 0; at < archive.length; at += 3) {
        const members = await salvageZip(pieces(archive.subarray(0, at), 1 << 20));
        for (const [i, member] of members.entries()) {
          expect(member.name).toBe(whole[i].name);
          expect(member.offset).toBe(whole[i].offset);
          // A descriptor that is cut itself counts as compressed bytes: inflating passes over them.
          if (i < members.length - 1) expect(member).toEqual(whole[i]);
          else expect(member.offset + member.compressedSize).toBeLessThanOrEqual(at);
        }
        const begun = whole.filter(({ offset }) => offset <= at).length;
        expect(members.length).toBe(begun);
      }
    });
  }

  it('finds a long member whose size is not written before it', async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 2654435761) >>> 24));
    const list: ZipFile[] = [{ name: 'long.json', content, descriptor: 'signed' }, files[0]];
    const archive = zip(list);
    expect(found(await salvageZip(fileLayer(blob(archive)).open('whole')))).toEqual(truth(list));
  });
});
