import { describe, expect, it } from 'vitest';
import {
  durationUnit,
  formatBytes,
  formatCount,
  formatCounted,
  formatDuration,
  formatFixed,
  formatShare,
  formatSignificant,
} from './format.ts';

/** Written with plain spaces here; on the page they are narrow no-break spaces. */
const thin = (text: string) => text.replaceAll(' ', '\u202f').replaceAll('-', '\u2212');
const US = 1e3;
const MS = 1e6;
const S = 1e9;

describe('formatDuration', () => {
  it.each([
    [0, '0 µs'],
    [1, '0.001 µs'],
    [345, '0.345 µs'],
    [77.4 * US, '77.4 µs'],
    [5147 * US, '5 150 µs'],
    [9994 * US, '9 990 µs'],
    [9996 * US, '10.0 ms'],
    [17.62 * MS, '17.6 ms'],
    [125.459 * MS, '125 ms'],
    [9996 * MS, '10.0 s'],
    [83.288 * S, '83.3 s'],
    [-1500, '-1.50 µs'],
    [Number.NaN, '–'],
  ])('%d ns in an overview', (ns, text) => expect(formatDuration(ns)).toBe(thin(text)));

  it.each([
    [1, '0.001 µs'],
    [3_478_217, '3 478.217 µs'],
    [9_999_999, '9 999.999 µs'],
    [10_000_000, '10.000 ms'],
    [156_085_967, '156.086 ms'],
    [9_999_999_999, '10 000.000 ms'],
    [12_345_678_901, '12.346 s'],
    [Number.NaN, '–'],
  ])('%d ns in a table', (ns, text) => expect(formatDuration(ns, 'table')).toBe(thin(text)));

  it('changes the unit at 10 000 of the smaller one', () => {
    expect(durationUnit(9_999_999).unit).toBe('µs');
    expect(durationUnit(10_000_000).unit).toBe('ms');
    expect(durationUnit(9_999_999_999).unit).toBe('ms');
    expect(durationUnit(10_000_000_000).unit).toBe('s');
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1 023 B'],
    [1024, '1.00 KB'],
    [1024 ** 2, '1.00 MB'],
    [211.8 * 1024 ** 2, '212 MB'],
    [1122.5 * 1024 ** 2, '1 120 MB'],
    [192 * 1024 ** 3, '192 GB'],
    [Number.NaN, '–'],
  ])('%d bytes', (bytes, text) => expect(formatBytes(bytes)).toBe(thin(text)));

  it('keeps the digits of a table', () => {
    expect(formatBytes(1122.5 * 1024 ** 2, 'table')).toBe(thin('1 122.500 MB'));
  });
});

describe('formatShare', () => {
  it.each([
    [0, '0.0 %'],
    [0.534, '53.4 %'],
    [1, '100.0 %'],
    [0.0004, '<0.1 %'],
    [Number.NaN, '–'],
  ])('%d', (share, text) => expect(formatShare(share)).toBe(thin(text)));
});

describe('formatCount and formatFixed', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1 000'],
    [239_093, '239 093'],
    [10_000_000, '10 000 000'],
    [-1234, '-1 234'],
    [Number.NaN, '–'],
  ])('%d', (count, text) => expect(formatCount(count)).toBe(thin(text)));

  it('groups only the digits before the point', () => expect(formatFixed(1234.56789, 4)).toBe(thin('1 234.5679')));
  it('never shows a small value as 0', () => {
    expect(formatFixed(0.004, 2)).toBe('<0.01');
    expect(formatFixed(-0.004, 2)).toBe(thin('>-0.01'));
    expect(formatFixed(0, 2)).toBe('0.00');
  });
  it('shows an infinite value as such', () => expect(formatFixed(Number.POSITIVE_INFINITY, 2)).toBe('∞'));
});

it('formatCounted tells one from many', () => {
  expect([0, 1, 2061].map((count) => formatCounted(count, 'event').replaceAll('\u202f', ' '))).toEqual([
    '0 events',
    '1 event',
    '2 061 events',
  ]);
  expect(formatCounted(3, 'launch', 'launches')).toBe('3 launches');
});

describe('formatSignificant', () => {
  it.each([
    [0, '0'],
    [0.034_56, '0.0346'],
    [9.996, '10.0'],
    [99.96, '100'],
    [123_456, '123 000'],
    [Number.NaN, '–'],
  ])('%d', (value, text) => expect(formatSignificant(value)).toBe(thin(text)));
});
