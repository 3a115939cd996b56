import { existsSync, readFileSync } from 'node:fs';
import zlib from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileKernel } from '../kernel/compile.mjs';
import { Format, type InflateOutcome, Inflater } from './inflater.ts';
import { type OpenedContainer, openContainer, type Payload } from './open-container.ts';
import { crc32, longName, tar, traceJson, type ZipFile, zip } from './test-archives.ts';

let kernel: WebAssembly.Module;
beforeAll(async () => {
  kernel = new WebAssembly.Module(await compileKernel('inflate-entry.ts'));
}, 60_000);

const one = traceJson(5000);
const two = traceJson(60, 'aten::add');
const gz = (content: Buffer) => zlib.gzipSync(content);

const open = (file: Buffer, member?: string, name = 'trace.json.gz'): Promise<OpenedContainer> =>
  openContainer(kernel, new Blob([Buffer.from(file)]), name, member);

async function payload(file: Buffer, member?: string): Promise<Payload> {
  const opened = await open(file, member);
  if (opened.kind !== 'payload') throw new Error(`expected a trace, got ${JSON.stringify(opened)}`);
  return opened;
}

async function refusal(file: Buffer, member?: string, name?: string) {
  const opened = await open(file, member, name);
  if (opened.kind !== 'refused') throw new Error(`expected a refusal, got a ${opened.kind}`);
  return opened.refusal;
}

/** Undoes the last compression, as the ingest kernel does. */
async function read({ source, format, expectation }: Payload): Promise<{ text: Buffer; outcome: InflateOutcome }> {
  const inflater = new Inflater(kernel, format, expectation);
  const output: Uint8Array[] = [];
  for (let piece = await source.read(); piece; piece = await source.read())
    output.push(...inflater.inflate(piece, false));
  output.push(...inflater.inflate(new Uint8Array(0), true));
  return { text: Buffer.concat(output), outcome: inflater.outcome };
}

const sound = { fault: 0, crcErrors: 0, lengthErrors: 0, trailingBytes: 0 };

describe('what is around a trace is undone, by content', () => {
  const utf16 = (content: Buffer) => Buffer.from(`\ufeff${content}`, 'utf16le');
  const inZip = (file: Partial<ZipFile>) => zip([{ name: 'trace.json', content: one, ...file }]);
  const note = { name: 'notes.txt', content: Buffer.from('hello') };
  const cases: [string, Buffer, Format, string[], string?][] = [
    ['nothing', one, Format.stored, []],
    ['gzip', gz(one), Format.gzip, ['gzip']],
    ['zlib', zlib.deflateSync(one), Format.zlib, ['zlib']],
    ['UTF-16 LE', utf16(one), Format.stored, ['UTF-16 LE']],
    ['UTF-16 BE without a mark', Buffer.from(`${one}`, 'utf16le').swap16(), Format.stored, ['UTF-16 BE']],
    ['gzip of UTF-16', gz(utf16(one)), Format.stored, ['gzip', 'UTF-16 LE']],
    ['gzip of gzip', gz(gz(one)), Format.gzip, ['gzip', 'gzip']],
    ['zip', inZip({}), Format.deflate, ['zip'], 'trace.json'],
    ['zip, stored', inZip({ method: 0 }), Format.stored, ['zip'], 'trace.json'],
    ['gzip in zip, stored', inZip({ content: gz(one), method: 0 }), Format.gzip, ['zip', 'gzip'], 'trace.json'],
    ['gzip in zip', inZip({ content: gz(one) }), Format.gzip, ['zip', 'gzip'], 'trace.json'],
    ['UTF-16 in zip', inZip({ content: utf16(one) }), Format.stored, ['zip', 'UTF-16 LE'], 'trace.json'],
    ['zip beside notes', zip([note, { name: 'a/t.json', content: one }]), Format.deflate, ['zip'], 'a/t.json'],
    [
      'zip of a name that says nothing',
      zip([{ name: 'download.data', content: one }]),
      Format.deflate,
      ['zip'],
      'download.data',
    ],
    ['tar', tar({ name: 'a/t.json', content: one }, note), Format.stored, ['tar'], 'a/t.json'],
    [
      'tar in gzip',
      gz(tar(longName('l'.repeat(120)), { name: 'l', content: one })),
      Format.stored,
      ['gzip', 'tar'],
      'l'.repeat(120),
    ],
    ['gzip in tar', tar({ name: 't.json.gz', content: gz(one) }), Format.gzip, ['tar', 'gzip'], 't.json.gz'],
    ['gzip in tar in gzip', gz(tar({ name: 't.gz', content: gz(one) })), Format.gzip, ['gzip', 'tar', 'gzip'], 't.gz'],
    ['zip in zip', zip([{ name: 'in.zip', content: inZip({}) }]), Format.deflate, ['zip', 'zip'], 'trace.json'],
    [
      'zip behind a program',
      zip([{ name: 't.json', content: one }], { prefix: Buffer.alloc(70_000, 3), shifted: true }),
      Format.deflate,
      ['zip'],
      't.json',
    ],
    [
      'zip from a pipe in zip in gzip',
      gz(zip([{ name: 'in.zip', content: inZip({ descriptor: 'signed' }) }])),
      Format.deflate,
      ['gzip', 'zip', 'zip'],
      'trace.json',
    ],
    [
      'tar in zip',
      zip([{ name: 'x.tar', content: tar({ name: 't.json', content: one }) }]),
      Format.stored,
      ['zip', 'tar'],
      't.json',
    ],
  ];
  it.each(cases)('%s', async (_, file, format, trail, memberName) => {
    const opened = await payload(file);
    expect(opened.format).toBe(format);
    expect(opened.trail).toEqual(trail);
    expect(opened.memberName).toBe(memberName);
    const { text, outcome } = await read(opened);
    expect(text.equals(one)).toBe(true);
    expect(outcome).toMatchObject(sound);
    expect(opened.notes()).toEqual([]);
    expect(opened.source.fileBytesRead).toBeGreaterThan(0);
    expect(opened.source.fileBytesRead).toBeLessThanOrEqual(opened.source.fileBytes);
  });

  it('a byte order mark of UTF-8 stays: the scanner passes over it', async () => {
    const marked = Buffer.concat([Buffer.from('\ufeff'), one]);
    expect((await read(await payload(marked))).text.equals(marked)).toBe(true);
  });

  it('a zip member is checked against the directory', async () => {
    const archive = zip([{ name: 't.json', content: one }]);
    const at = archive.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    archive[at + 16] ^= 1;
    const { text, outcome } = await read(await payload(archive));
    expect(text.equals(one)).toBe(true);
    expect(outcome.crcErrors).toBe(1);
    expect((await payload(zip([{ name: 't.json', content: one }]))).expectation).toEqual({
      crc32: crc32(one),
      size: one.length,
    });
  });
});

describe('an archive of several files', () => {
  const settings = { name: 'config.json', content: Buffer.from('{"batch": 8}') };
  const list = [
    { name: 'rank0.json', content: one },
    { name: 'rank1.json.gz', content: gz(two) },
    { name: 'readme.md', content: Buffer.from('two ranks') },
    settings,
    { name: '__MACOSX/._rank0.json', content: one },
    { name: 'dir/', content: Buffer.alloc(0), method: 0 },
  ];
  const tarList = list.map(({ name, content }) => ({ name, content, ...(name.endsWith('/') && { type: '5' }) }));
  const archives: [string, Buffer, boolean][] = [
    ['zip', zip(list), true],
    ['tar', tar(...tarList), true],
    ['tar in gzip', gz(tar(...tarList)), true],
    ['zip without its directory', zip(list).subarray(0, zip(list).indexOf('PK\x01\x02', 0, 'latin1')), true],
  ];

  it.each(archives)('%s: lists what there is to choose, and opens what is chosen', async (what, file) => {
    expect(await open(file)).toEqual({
      kind: 'choose',
      archive: what.startsWith('zip') ? 'zip' : 'tar',
      members: [
        { name: 'rank0.json', bytes: one.length, likelyTrace: true },
        { name: 'rank1.json.gz', bytes: gz(two).length, likelyTrace: true },
        { name: 'readme.md', bytes: 9, likelyTrace: false },
        { name: 'config.json', bytes: 12, likelyTrace: false },
      ],
    });
    for (const [name, content] of [
      ['rank0.json', one],
      ['rank1.json.gz', two],
      ['config.json', settings.content],
    ] as const) {
      const opened = await payload(file, name);
      expect(opened.memberName).toBe(name);
      expect((await read(opened)).text.equals(content)).toBe(true);
    }
    expect((await refusal(file, 'rank2.json')).reason).toBe('The archive holds no file named rank2.json.');
  });

  it.each([
    ['zip', zip],
    ['tar', (files: readonly ZipFile[]) => tar(...files)],
  ])('%s: each of several files of one name can be opened', async (_, pack) => {
    const three = traceJson(3);
    const file = pack([
      { name: 'a.json', content: one },
      { name: 'a.json', content: two },
      { name: 'a.json (2)', content: settings.content },
      { name: 'a.json', content: three },
    ]);
    const chosen = await open(file);
    const names = ['a.json', 'a.json (3)', 'a.json (2)', 'a.json (4)'];
    expect(chosen.kind === 'choose' && chosen.members.map((member) => member.name)).toEqual(names);
    for (const [i, content] of [one, two, settings.content, three].entries()) {
      expect((await read(await payload(file, names[i]))).text.equals(content)).toBe(true);
    }
  });

  it('one trace among other files is opened without asking', async () => {
    const opened = await payload(zip(list.filter(({ name }) => name !== 'rank1.json.gz')));
    expect(opened.memberName).toBe('rank0.json');
  });

  it('names a choice in an archive in an archive by both names, which open it', async () => {
    const inner = zip(list.slice(0, 2));
    const outer = zip([
      { name: 'a.zip', content: inner },
      { name: 'b.zip', content: inner, method: 0 },
    ]);
    for (const name of ['a.zip', 'b.zip']) {
      const chosen = await open(outer, name);
      expect(chosen.kind === 'choose' && chosen.members.map((member) => member.name)).toEqual([
        `${name}/rank0.json`,
        `${name}/rank1.json.gz`,
      ]);
      expect((await read(await payload(outer, `${name}/rank1.json.gz`))).text.equals(two)).toBe(true);
    }
    expect((await refusal(outer, 'a.zip/rank7.json')).reason).toBe('The archive holds no file named rank7.json.');
  });

  it('never opens another file than the one asked for', async () => {
    const single = zip([{ name: 'rank0.json', content: one }]);
    expect((await refusal(single, 'rank1.json')).advice).toContain('rank0.json');
    expect((await refusal(gz(one), 'rank1.json')).reason).toContain('no archive');
  });
});

describe('damage keeps what there is', () => {
  it('a zip cut off in its only file', async () => {
    for (const descriptor of [undefined, 'signed'] as const) {
      const archive = zip([{ name: 't.json', content: one, ...(descriptor && { descriptor }) }]);
      const opened = await payload(archive.subarray(0, archive.length >> 1));
      const { text, outcome } = await read(opened);
      expect(text.length).toBeGreaterThan(one.length / 4);
      expect(one.subarray(0, text.length).equals(text)).toBe(true);
      expect(outcome.fault).toBe(1);
      expect(opened.notes().map(({ kind }) => kind)).toEqual(['archive-cut-off']);
    }
  });

  it('a tar.gz cut off in its file', async () => {
    const packed = gz(tar({ name: 't.json', content: one }));
    const opened = await payload(packed.subarray(0, packed.length >> 1));
    const { text } = await read(opened);
    expect(text.length).toBeGreaterThan(one.length / 4);
    expect(one.subarray(0, text.length).equals(text)).toBe(true);
    expect(opened.notes().map(({ kind }) => kind)).toEqual(['compressed-cut-off', 'archive-cut-off']);
  });

  it('a damaged outer compression', async () => {
    const inner = gz(one);
    const outer = gz(inner);
    outer[outer.length - 8] ^= 1;
    const opened = await payload(Buffer.concat([outer, Buffer.from('junk')]));
    expect((await read(opened)).text.equals(one)).toBe(true);
    expect(opened.notes().map(({ kind, count }) => [kind, count])).toEqual([
      ['checksum-mismatch', 1],
      ['trailing-bytes', 4],
    ]);
  });

  it('any cut and any changed byte of an archive ends in an answer', async () => {
    const small = traceJson(12);
    const files = [
      zip([
        { name: 'a.json.gz', content: gz(small) },
        { name: 'b', content: small, zip64: true },
      ]),
      gz(tar({ name: 'a.json', content: small })),
    ];
    for (const file of files) {
      for (let at = 0; at < file.length; at += 7) {
        const damaged = Buffer.from(file);
        damaged[at] ^= 1 << (at % 8);
        for (const bytes of [damaged, file.subarray(0, at)]) {
          const opened = await open(bytes);
          if (opened.kind === 'payload') await read(opened);
        }
      }
    }
  }, 120_000);
});

describe('refusals', () => {
  it.each<[string, Buffer, string]>([
    ['an empty file', Buffer.alloc(0), 'The file is empty.'],
    ['gzip of nothing', gz(Buffer.alloc(0)), 'The file is empty after decompression; the profiler wrote no data.'],
    [
      'gzip of gzip of nothing',
      gz(gz(Buffer.alloc(0))),
      'The file is empty after decompression; the profiler wrote no data.',
    ],
    [
      'gzip cut in its header',
      gz(one).subarray(0, 7),
      'The compressed file is cut off or damaged before the first byte of its content.',
    ],
    [
      'gzip of an unknown method',
      Buffer.from('1f8b0900000000000003', 'hex'),
      'The compressed file is cut off or damaged before the first byte of its content.',
    ],
    ['zip of nothing', zip([]), 'The archive is empty.'],
    [
      'zip without a trace',
      zip([
        { name: 'a.txt', content: two },
        { name: 'b.md', content: two },
      ]),
      'The archive holds no file that looks like a trace.',
    ],
    [
      'a part of a split zip',
      zip([{ name: 'a.json', content: one }], { disk: 3 }),
      'This is one part of a zip archive that was split over several files.',
    ],
    [
      'the last part of a split zip',
      Buffer.concat([Buffer.alloc(900, 3), zip([], { disk: 3 })]),
      'This is one part of a zip archive that was split over several files.',
    ],
    [
      'an encrypted member',
      zip([{ name: 'a.json', content: one, encrypted: true }]),
      'a.json is encrypted in the archive.',
    ],
    [
      'a member packed otherwise',
      zip([{ name: 'a.json', content: one, method: 93 }]),
      'a.json is packed with Zstandard, which is not read here.',
    ],
    [
      'Zstandard in zip',
      zip([{ name: 'a.json', content: Buffer.from('28b52ffd2400010000', 'hex') }]),
      'This is a file packed with Zstandard, which is not read here.',
    ],
    ['a web page in gzip', gz(Buffer.from('<!doctype html><title>Sign in')), 'This is a web page (HTML), not a trace.'],
  ])('%s', async (_, file, reason) => {
    const refused = await refusal(file);
    expect(refused.reason).toBe(reason);
    expect(refused.advice).not.toBe('');
    expect(refused.readable).not.toBe('');
  });

  it('shows the first bytes in one line that can be read', async () => {
    const refused = await refusal(Buffer.from('<html>\n<b>\x01é'));
    expect(refused.excerpt).toBe('<html>·<b>···');
    expect(refused.offset).toBe(0);
  });

  it('names a Nsight Systems report by its file name, since its bytes do not', async () => {
    const bytes = Buffer.alloc(600, 3);
    expect((await refusal(bytes, undefined, 'run.nsys-rep')).reason).toContain('Nsight Systems report');
    expect((await refusal(bytes, undefined, 'run.bin')).reason).toContain('binary file');
  });

  it('an archive that holds itself for ever', async () => {
    let nested = one;
    for (let depth = 0; depth < 12; depth++) nested = gz(nested);
    expect((await refusal(nested)).reason).toContain('more than 8 deep');
  });
});

const BAD = new URL('../../../../shared/bad-traces/', import.meta.url);
describe.skipIf(!existsSync(BAD))('damaged inputs (skipped where ../shared/bad-traces is absent)', () => {
  const bytesOf = (name: string) => readFileSync(new URL(name, BAD));

  it('two gzip members are both read', async () => {
    const { text, outcome } = await read(await payload(bytesOf('16_gzip_two_members.json.gz')));
    expect(JSON.parse(text.toString()).traceEvents).toHaveLength(21);
    expect(outcome).toMatchObject({ ...sound, members: 2 });
  });

  it('UTF-16 is read', async () => {
    const { text } = await read(await payload(bytesOf('14_utf16le_bom.json')));
    expect(JSON.parse(text.toString()).traceEvents).toHaveLength(21);
  });

  it('gzip under a plain name is read', async () => {
    const { text } = await read(await payload(bytesOf('19_gzip_named_json.json')));
    expect(JSON.parse(text.toString()).traceEvents).toHaveLength(21);
  });

  it('a gzip that is cut off gives what is there', async () => {
    const { text, outcome } = await read(await payload(bytesOf('17_gzip_truncated.json.gz')));
    expect(outcome.fault).toBe(1);
    expect(text.toString().match(/"ph":/g)?.length).toBeGreaterThanOrEqual(20);
  });

  it('a zip of two ranks asks which, and opens either', async () => {
    const bytes = bytesOf('21_zip_two_ranks.zip');
    const opened = await open(bytes);
    if (opened.kind !== 'choose') throw new Error(opened.kind);
    const traces = opened.members.filter(({ likelyTrace }) => likelyTrace);
    expect(traces).toHaveLength(2);
    for (const { name } of traces) {
      const { text } = await read(await payload(bytes, name));
      expect(JSON.parse(text.toString()).traceEvents).toHaveLength(21);
    }
  });

  it('refusals are worded as EXPECT.md asks', async () => {
    const reason = async (name: string) => (await refusal(bytesOf(name))).reason.toLowerCase();
    expect(await reason('23_zero_bytes.json')).toContain('file is empty');
    expect(await reason('18_gzip_of_nothing.json.gz')).toContain(
      'the file is empty after decompression; the profiler wrote no data',
    );
    expect(await reason('24_git_lfs_pointer.json.gz')).toContain(
      'this is a git lfs pointer for a file of 48 mb; run git lfs pull',
    );
  });
});
