import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeReport } from './write-report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'roofscope-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('writing a report', () => {
  it('makes the folders and names what it wrote', () => {
    const out = path.join(folder, 'new/deep');
    const written = writeReport(out, { 'b.csv': Uint8Array.of(98), 'a/a.csv': Uint8Array.of(97) });
    expect(written).toEqual({ ok: true, value: [path.join(out, 'a/a.csv'), path.join(out, 'b.csv')] });
    expect(readFileSync(path.join(out, 'b.csv'), 'utf8')).toBe('b');
  });

  it('says in one line why a folder cannot be written to', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    for (const out of [file, path.join(file, 'x'), '/dev/null/x']) {
      const written = writeReport(out, { 'a.csv': Uint8Array.of(97) });
      expect(!written.ok && written.error).toMatch(/^The files cannot be written to .*: E[A-Z]+: .*$/);
    }
  });
});
