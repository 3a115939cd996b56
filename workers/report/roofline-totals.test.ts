import { expect, test } from 'vitest';
import type { Figure, Hardware } from '../roofline/hardware.ts';
import { gpu, handMadeModel, operator, runtime } from './hand-made.ts';
import { type Basis, FIRST_BASIS } from './report-types.ts';
import { rooflineTotals } from './roofline-totals.ts';

const figure = (value: number): Figure => ({ value, source: 'by hand', confirmed: true });
const DEVICE: Hardware = {
  name: 'by hand',
  matrixOnVector: [],
  datasheet: { bandwidth: figure(1000), peaks: { matrix_bf16: figure(100) } },
  achievable: { peaks: { matrix_bf16: figure(50) } },
};
const ON_DEVICE: Basis = { ...FIRST_BASIS, hardware: DEVICE };

const SQUARE = {
  'Input Dims': [
    [1024, 1024],
    [1024, 1024],
  ],
  'Input type': ['c10::BFloat16', 'c10::BFloat16'],
  'Input Strides': [
    [1024, 1],
    [1024, 1],
  ],
};
/** Two products of 40 µs, and 20 µs whose launch was not recorded: from 130 to 2020 µs. */
const MODEL = handMadeModel([
  operator('aten::mm', 100, 20, SQUARE),
  runtime('cudaLaunchKernel', 105, 5, 1),
  gpu('gemm', 130, 40, 1),
  operator('aten::mm', 1100, 20, SQUARE),
  runtime('cudaLaunchKernel', 1105, 5, 2),
  gpu('gemm', 1130, 40, 2),
  gpu('of_nobody', 2000, 20, 0),
]);
/** 2·M·N·K; three matrices of 2 bytes an element. */
const FLOPS = 2 * 1024 ** 3;
const BYTES = 3 * 1024 ** 2 * 2;

test('the time over the roofs is what the calls take beyond FLOPs over peak', () => {
  const { kernelNs, roofedNs, roofedBusyNs, overRoofNs } = rooflineTotals(MODEL, ON_DEVICE);
  expect(kernelNs).toBe(100_000);
  expect(roofedNs).toBe(80_000);
  expect(roofedBusyNs).toBe(80_000);
  // 100 TFLOP/s are 100 000 FLOP/ns.
  expect(overRoofNs).toBeCloseTo(80_000 - (2 * FLOPS) / 100_000, 3);
});

test('MFU and MBU are work over peak, devices and elapsed time', () => {
  const { mfu, mbu } = rooflineTotals(MODEL, ON_DEVICE);
  expect(mfu).toMatchObject({
    peak: 'matrix_bf16',
    part: 1,
    amount: 2 * FLOPS,
    rate: 100,
    devices: 1,
    elapsedNs: 1_890_000,
  });
  expect(mfu?.share).toBeCloseTo((2 * FLOPS) / (100e12 * 1890e-6), 12);
  expect(mbu).toMatchObject({ amount: 2 * BYTES, rate: 1000, devices: 1, elapsedNs: 1_890_000 });
  expect(mbu?.share).toBeCloseTo((2 * BYTES) / (1000e9 * 1890e-6), 12);
});

test('achievable roofs count where they are chosen; a bandwidth that nobody measured is the datasheet’s', () => {
  const { mfu, mbu, overRoofNs } = rooflineTotals(MODEL, { ...ON_DEVICE, roof: 'achievable' });
  expect(mfu?.rate).toBe(50);
  expect(mbu?.rate).toBe(1000);
  // 42.9 µs at 50 TFLOP/s: the calls are faster, which wins nothing and takes nothing off.
  expect(overRoofNs).toBe(0);
});

test('time without a roof is given by its reason, and adds up', () => {
  const { without, kernelNs, roofedNs } = rooflineTotals(MODEL, ON_DEVICE);
  expect(without.map(({ ns }) => ns)).toEqual([20_000]);
  expect(without[0].text).toContain('launch was not recorded');
  const bare = rooflineTotals(MODEL, FIRST_BASIS);
  expect(bare).toMatchObject({ roofedNs: 0, overRoofNs: 0, mfu: null, mbu: null });
  expect(bare.without.map(({ text, ns }) => [text, ns])).toEqual([
    ['No device is chosen.', 80_000],
    [without[0].text, 20_000],
  ]);
  expect(without.reduce((sum, { ns }) => sum + ns, roofedNs)).toBe(kernelNs);
});

test('two devices could have done twice as much', () => {
  const events = [0, 1].flatMap((device) => [
    operator('aten::mm', 100 + 50 * device, 20, SQUARE),
    runtime('cudaLaunchKernel', 105 + 50 * device, 5, 1 + device),
    gpu('gemm', 130 + 50 * device, 40, 1 + device, { device }),
  ]);
  const model = handMadeModel(events);
  const { mfu } = rooflineTotals(model, ON_DEVICE);
  expect(mfu).toMatchObject({ devices: 2, elapsedNs: 90_000 });
  expect(mfu?.share).toBeCloseTo((2 * FLOPS) / (2 * 100e12 * 90e-6), 12);
  const one = rooflineTotals(model, { ...ON_DEVICE, scope: { device: 1 } });
  expect(one.mfu).toMatchObject({ devices: 1, elapsedNs: 40_000 });
});

test('a scope without work has no figures', () => {
  const empty = rooflineTotals(MODEL, { ...ON_DEVICE, scope: { window: [0, 1] } });
  expect(empty).toMatchObject({ kernelNs: 0, roofedNs: 0, overRoofNs: 0, without: [], mfu: null, mbu: null });
});
