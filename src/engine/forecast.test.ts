import { describe, expect, it } from 'vitest';
import { forecast, forecastFile, memoryLimit } from './forecast.ts';

const MB = 1e6;
const GIB = 2 ** 30;

describe('forecast', () => {
  // Sizes and event counts of xdit_sd_3.5 repeated, from the measurements in the specification.
  it.each([
    ['t60', 4.7, 69, 0.24e6],
    ['t480', 32.8, 486.4, 1.67e6],
    ['t2200', 150.2, 2237.6, 7.65e6],
  ])('is within a quarter for %s', (_, gzMb, jsonMb, events) => {
    const { textBytes, events: forecastEvents } = forecast(gzMb * MB, true);
    expect(textBytes / (jsonMb * MB)).toBeGreaterThan(0.75);
    expect(textBytes / (jsonMb * MB)).toBeLessThan(1.25);
    expect(forecastEvents / events).toBeGreaterThan(0.75);
    expect(forecastEvents / events).toBeLessThan(1.25);
  });

  // Resident memory of a whole process that opened the file and made every table.
  it.each([
    ['1 GB of JSON', 1010 * MB, 479],
    ['2.2 GB of JSON', 2215 * MB, 862],
  ])('of memory is within a quarter for %s', (_, jsonBytes, mebibytes) => {
    const { memoryBytes } = forecast(jsonBytes, false);
    expect(memoryBytes / (mebibytes * 2 ** 20)).toBeGreaterThan(0.75);
    expect(memoryBytes / (mebibytes * 2 ** 20)).toBeLessThan(1.25);
  });

  it('does not multiply what is not compressed', () => {
    expect(forecast(2237.6 * MB, false).textBytes).toBe(2237.6 * MB);
  });
});

describe('forecastFile', () => {
  const sized = (head: number[]) => new Blob([new Uint8Array([...head, ...new Array(98).fill(0x20)])]);

  it('looks at the first bytes, not at the name', async () => {
    expect((await forecastFile(sized([0x1f, 0x8b]))).textBytes).toBe(1500);
    expect((await forecastFile(sized([0x50, 0x4b]))).textBytes).toBe(1500);
    expect((await forecastFile(sized([0x7b, 0x22]))).textBytes).toBe(100);
  });

  it('takes an empty file', async () => {
    expect((await forecastFile(new Blob([]))).events).toBe(0);
  });
});

describe('memoryLimit', () => {
  it('is the smaller of the device and what a worker can have', () => {
    expect(memoryLimit(2)).toBe(2 * GIB);
    expect(memoryLimit(8)).toBe(3.5 * GIB);
    expect(memoryLimit(undefined)).toBe(3.5 * GIB);
  });
});
