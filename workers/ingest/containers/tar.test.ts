import { describe, expect, it } from 'vitest';
import { fileLayer } from './byte-source.ts';
import { listTar, type TarMember } from './tar.ts';
import { longName, paxHeader, tar, tarEntry, traceJson } from './test-archives.ts';

async function list(archive: Buffer, headBytes = 64): Promise<TarMember[]> {
  const members: TarMember[] = [];
  for await (const member of listTar(fileLayer(new Blob([Buffer.from(archive)])).open('whole'), headBytes))
    members.push(member);
  return members;
}

const content = traceJson(40);

/** Checks names, and that each member's place holds its bytes. */
function expectMembers(archive: Buffer, members: readonly TarMember[], names: readonly string[]): void {
  expect(members.map(({ name }) => name)).toEqual(names);
  for (const { offset, size, head } of members) {
    expect(archive.subarray(offset, offset + size).equals(content)).toBe(true);
    expect(Buffer.from(head).equals(content.subarray(0, 64))).toBe(true);
  }
}

describe('listTar', () => {
  it.each(['ustar', 'gnu', 'old'] as const)('lists files of %s archives', async (kind) => {
    const archive = tar(
      { name: 'a/', content: Buffer.alloc(0), type: kind === 'old' ? '\0' : '5', kind },
      { name: 'a/trace.json', content, kind, type: kind === 'old' ? '\0' : '0' },
      { name: 'b.json', content, kind },
    );
    expectMembers(archive, await list(archive), ['a/trace.json', 'b.json']);
  });

  it('joins the two parts of a POSIX name, which GNU archives do not have', async () => {
    const archive = tar(
      { name: 'trace.json', prefix: 'very/long/path', content },
      { name: 'trace.json', prefix: 'not a path', content, kind: 'gnu' },
    );
    expectMembers(archive, await list(archive), ['very/long/path/trace.json', 'trace.json']);
  });

  it('takes names and sizes from the headers before an entry, for that entry only', async () => {
    const long = `${'deep/'.repeat(60)}trace.json`;
    const unsized = tarEntry({ name: 'x', content });
    // The header says 0; the pax record says how much follows.
    const blank = tarEntry({ name: 'sized.json', content: Buffer.alloc(0) });
    const archive = tar(
      longName(long),
      { name: long.slice(0, 100), content, kind: 'gnu' },
      paxHeader({ mtime: '1.5', path: `ü/${long}` }),
      { name: 'short', content },
      paxHeader({ size: String(content.length) }),
      Buffer.concat([blank, unsized.subarray(512)]),
      { name: 'plain.json', content },
    );
    expectMembers(archive, await list(archive), [long, `ü/${long}`, 'sized.json', 'plain.json']);
  });

  it('reads sizes in binary', async () => {
    const archive = tar({ name: 'big.json', content, kind: 'gnu', binarySize: true }, { name: 'b.json', content });
    expectMembers(archive, await list(archive), ['big.json', 'b.json']);
  });

  it('passes over links, devices and global headers', async () => {
    const archive = tar(
      { name: 'pax_global', type: 'g', content: Buffer.from('52 comment=0123456789012345678901234567890123456789\n') },
      { name: 'link', type: '2', content: Buffer.alloc(0) },
      { name: 'hard', type: '1', content: Buffer.alloc(0) },
      { name: 'a.json', content },
    );
    expectMembers(archive, await list(archive), ['a.json']);
  });

  it('gives what a cut leaves', async () => {
    const archive = tar({ name: 'a.json', content }, { name: 'b.json', content });
    const second = tarEntry({ name: 'a.json', content }).length;
    for (let at = 0; at < archive.length; at += 101) {
      const names = (await list(archive.subarray(0, at))).map(({ name }) => name);
      expect(names).toEqual(['a.json', 'b.json'].slice(0, at < 512 ? 0 : at < second + 512 ? 1 : 2));
    }
  });

  it('ends at a header that is not one', async () => {
    const archive = tar({ name: 'a.json', content }, { name: 'b.json', content });
    archive[tarEntry({ name: 'a.json', content }).length + 20] ^= 1;
    expectMembers(archive, await list(archive), ['a.json']);
  });
});
