import { describe, expect, it } from 'vitest';
import type { ColumnSchema, Table } from '../../../workers/base/table.ts';
import type { Overview } from '../../../workers/engine/engine.ts';
import { kernelSumText } from './kernel-sum-text.ts';

const owner: ColumnSchema = { id: 'owner', title: 'Owner', unit: '', kind: 'text', description: '' };
const table = (owners?: readonly string[]): Table => ({
  schema: { id: 'operators', title: 'Operators', description: '', columns: owners ? [owner] : [] },
  rows: 3,
  columns: owners ? [{ type: 'text', dictionary: owners, index: Int32Array.from(owners.keys()) }] : [],
});
const gpu = { busyNs: 0, computationNs: 0, exposedCommNs: 0, exposedMemcpyNs: 0, idleNs: 0, totalNs: 0 };
const overview = (kernelSumNs: number, unattributedNs: number): Overview => {
  return { gpu, shares: [], kernelSumNs, unattributedNs, findings: [] };
};
const plain = (text: string) => text.replaceAll('\u202f', ' ');

describe('kernelSumText', () => {
  it('adds operators and what has none up to the kernel sum', () => {
    expect(
      plain(kernelSumText(table(['no recorded launch', 'operator', 'launch']), overview(153_747_000, 500_000))),
    ).toBe('1 operator + 0.500 unattributed = 153.747 ms, the kernel sum of the scope');
    expect(plain(kernelSumText(table(['operator']), overview(9_000, 0)))).toBe(
      '1 operator + 0 unattributed = 9.000 µs, the kernel sum of the scope',
    );
  });
  it('counts rows where the table does not tell', () => {
    expect(plain(kernelSumText(table(), overview(20_000_000, 1_000)))).toBe(
      '3 rows = 20.000 ms, the kernel sum of the scope, 0.001 of it unattributed',
    );
  });
});
