import { describe, expect, it } from 'vitest';
import { chooseHardware } from './choose-hardware.ts';

const chosen = (name: string, totalGlobalMem?: number, numSms?: number): string => {
  const choice = chooseHardware({
    name,
    ...(totalGlobalMem === undefined ? {} : { totalGlobalMem }),
    ...(numSms === undefined ? {} : { numSms }),
  });
  return choice.state === 'chosen' ? choice.hardware.name : choice.why;
};

describe('chooseHardware', () => {
  // Names, memory sizes and unit counts as recorded traces have them.
  it.each([
    ['NVIDIA H100 80GB HBM3', 85018279936, 132, 'H100 SXM 80 GB'],
    ['AMD Instinct MI210', 68702699520, 104, 'MI210'],
    ['AMD Instinct MI300X VF', 205571227648, 304, 'MI300X'],
    ['AMD Instinct MI300X', 206141652992, 304, 'MI300X'],
    ['NVIDIA A100-PG509-200', 42297524224, 108, 'A100 SXM 40 GB'],
    ['NVIDIA A100-SXM4-40GB', 42481549312, 108, 'A100 SXM 40 GB'],
    ['NVIDIA A100 80GB PCIe', 84987740160, 108, 'A100 PCIe 80 GB'],
    ['Tesla V100-SXM2-32GB', 34079637504, 80, 'V100 SXM2 32 GB'],
    ['NVIDIA GeForce RTX 4090', 25393692672, 128, 'RTX 4090'],
    // No name, but numbers that one device alone has.
    ['', 206141652992, 304, 'MI300X'],
    // Names that no preset has, or whose numbers are another device's.
    ['Quadro GP100', 17069309952, 56, 'unknown-name'],
    ['AMD Radeon Graphics', 68702699520, 104, 'unknown-name'],
    ['Tesla V100-DGXS-32GB', 34084028416, 80, 'unknown-name'],
    ['NVIDIA A100-PCIE-40GB', 42346610688, 108, 'numbers-differ'],
    ['', 206141652992, 80, 'unknown-name'],
  ])('%s with %d bytes and %d units: %s', (name, memory, units, expected) => {
    expect(chosen(name, memory, units)).toBe(expected);
  });

  it('tells 80 GB and 40 GB apart by memory, and asks where it is not recorded', () => {
    expect(chosen('NVIDIA A100-SXM4-80GB', 85_095_874_560)).toBe('A100 SXM 80 GB');
    expect(chosen('NVIDIA A100-SXM4-80GB')).toBe('ambiguous');
  });

  it('tells MI250X from MI250, whose name is the same, by the CU count', () => {
    expect(chosen('AMD Instinct MI250X/MI250', 68702699520, 110)).toBe('MI250X, one GCD');
    expect(chosen('AMD Instinct MI250X/MI250', 68702699520, 104)).toBe('numbers-differ');
  });

  it('takes no partition or variant for the whole device', () => {
    expect(chosen('AMD Instinct MI300X', 206141652992, 38)).toBe('numbers-differ');
    expect(chosen('NVIDIA H100 80GB HBM3 MIG 1g.10gb')).toBe('unknown-name');
    expect(chosen('NVIDIA L40', 48e9)).toBe('unknown-name');
    expect(chosen('NVIDIA A10G', 24e9)).toBe('unknown-name');
    expect(chosen('NVIDIA GB200')).toBe('GB200, one GPU');
    expect(chosen('NVIDIA B200')).toBe('B200');
    expect(chosen('NVIDIA L4')).toBe('L4');
  });

  it('offers the presets that a contradicted name allows', () => {
    const choice = chooseHardware({ name: 'AMD Instinct MI300X', numSms: 38 });
    expect(choice.state === 'unknown' && choice.candidates.map(({ name }) => name)).toEqual(['MI300X']);
    expect(chooseHardware(undefined)).toEqual({ state: 'unknown', why: 'no-device', candidates: [] });
    expect(chosen('', Number.NaN)).toBe('unknown-name');
  });
});
