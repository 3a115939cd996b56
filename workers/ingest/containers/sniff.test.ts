import { existsSync, readdirSync, readFileSync } from 'node:fs';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Content, sniff } from './sniff.ts';
import { tar, traceJson, zip } from './test-archives.ts';

const text = (value: string): Buffer => Buffer.from(value);
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const json = '{"traceEvents":[{"ph":"X"}]}';
const utf16 = Buffer.from(json, 'utf16le');

const CASES: [string, Content, Buffer][] = [
  ['nothing', 'empty', Buffer.alloc(0)],
  ['an object', 'text', text(json)],
  ['a list after blanks', 'text', text('\r\n\t [{"ph":"X"}]')],
  ['UTF-8 with a mark', 'text', text(`\ufeff${json}`)],
  ['an object without its first byte', 'text', text(json.slice(1))],
  ['an object whose first byte is not one of text', 'text', Buffer.concat([Buffer.from([0xff]), text(json.slice(1))])],
  ['trace text behind binary bytes', 'text', Buffer.concat([Buffer.alloc(60, 1), text(json)])],
  ['text in another script', 'text', text('{"名前":"カーネル実行時間の測定結果"}')],
  ['plain words', 'text', text('hello there')],
  ['one byte', 'text', text('{')],
  ['UTF-16 LE with a mark', 'utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
  ['UTF-16 BE with a mark', 'utf-16be', Buffer.concat([Buffer.from([0xfe, 0xff]), swapped(utf16)])],
  ['UTF-16 LE', 'utf-16le', utf16],
  ['UTF-16 BE', 'utf-16be', swapped(utf16)],
  ['gzip', 'gzip', zlib.gzipSync(json)],
  ['zlib, fastest', 'zlib', zlib.deflateSync(json, { level: 1 })],
  ['zlib, default', 'zlib', zlib.deflateSync(json)],
  ['zlib, best', 'zlib', zlib.deflateSync(json, { level: 9 })],
  ['zip', 'zip', zip([{ name: 'a.json', content: text(json) }])],
  ['an empty zip', 'zip', zip([])],
  ['the first part of a split zip', 'zip', Buffer.concat([Buffer.from('PK\x07\x08'), zip([])])],
  ['tar, POSIX', 'tar', tar({ name: 'a.json', content: text(json) })],
  ['tar, GNU', 'tar', tar({ name: 'a.json', content: text(json), kind: 'gnu' })],
  ['tar, old', 'tar', tar({ name: 'a.json', content: text(json), kind: 'old' })],
  ['Zstandard', 'zstd', Buffer.from('28b52ffd2400010000', 'hex')],
  ['xz', 'xz', Buffer.from('fd377a585a000004e6d6b446', 'hex')],
  ['bzip2', 'bzip2', text('BZh91AY&SY')],
  ['7-Zip', '7z', Buffer.from('377abcaf271c0004', 'hex')],
  ['LZ4', 'lz4', Buffer.from('04224d186440a7', 'hex')],
  ['SQLite', 'sqlite', text('SQLite format 3\0\x10\0\x01\x01\0')],
  ['a pickle', 'pickle', Buffer.from('80049523000000', 'hex')],
  ['Nsight Compute', 'ncu', text('NVR\0\x10\0')],
  ['a Git LFS pointer', 'git-lfs', text('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n')],
  ['a web page', 'html', text('\n<!DOCTYPE html><html><head>')],
  ['a web page without a type', 'html', text('<HTML lang="en">')],
  ['XML', 'xml', text('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>')],
  ['zeros', 'zeros', Buffer.alloc(4096)],
  ['protobuf', 'protobuf', Buffer.from(`0a1e0a0c${'01020304'.repeat(8)}`, 'hex')],
  ['an executable', 'binary', Buffer.from(`7f454c46${'020101000000'.repeat(20)}`, 'hex')],
];

describe('sniff', () => {
  it.each(CASES)('%s is %s', (_, content, head) => {
    expect(sniff(head)).toBe(content);
  });

  it('takes damaged trace text for text, whichever byte is damaged', () => {
    const whole = traceJson(4);
    for (let at = 0; at < whole.length; at++) {
      for (const byte of [0, 0x0a, 0x1f, 0x78, 0x80, 0xff]) {
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        expect(sniff(damaged)).toBe('text');
      }
      if (at > 0) expect(sniff(whole.subarray(at))).toBe('text');
    }
  });
});

const BAD = new URL('../../../../shared/bad-traces/', import.meta.url);
describe.skipIf(!existsSync(BAD))('damaged inputs (skipped where ../shared/bad-traces is absent)', () => {
  const special: Record<string, Content> = {
    '14_utf16le_bom.json': 'utf-16le',
    '16_gzip_two_members.json.gz': 'gzip',
    '17_gzip_truncated.json.gz': 'gzip',
    '18_gzip_of_nothing.json.gz': 'gzip',
    '19_gzip_named_json.json': 'gzip',
    '21_zip_two_ranks.zip': 'zip',
    '23_zero_bytes.json': 'empty',
    '24_git_lfs_pointer.json.gz': 'git-lfs',
  };
  it('each is what it is', () => {
    const names = readdirSync(BAD).filter((name) => name !== 'EXPECT.md');
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) expect(sniff(readFileSync(new URL(name, BAD))), name).toBe(special[name] ?? 'text');
  });
});
