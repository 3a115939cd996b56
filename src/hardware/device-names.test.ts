import { describe, expect, it } from 'vitest';
import type { Hardware } from '../../workers/roofline/hardware.ts';
import { freeName, nameFault } from './device-names.ts';

const MINE: Hardware = { name: 'Mine', datasheet: { peaks: {} }, achievable: { peaks: {} }, matrixOnVector: [] };

describe('nameFault', () => {
  it('takes a name that nothing has', () => expect(nameFault(' Bench box ', [MINE])).toBeNull());
  it.each([
    ['  ', 'Give the device a name.'],
    ['x'.repeat(101), 'A name has at most 100 characters.'],
    ['MI300X', 'MI300X is a preset. Choose another name.'],
    [' MI300X ', 'MI300X is a preset. Choose another name.'],
    ['Mine', 'You have a device named Mine. Choose another name.'],
  ])('refuses %j', (name, fault) => expect(nameFault(name, [MINE])).toBe(fault));
});

describe('freeName', () => {
  const named = (name: string): Hardware => ({ ...MINE, name });

  it('keeps a name that is free', () => expect(freeName('Other', 'edited', [MINE])).toBe('Other'));
  it('steps out of the way of a preset', () => expect(freeName('MI300X', 'edited', [])).toBe('MI300X (edited)'));
  it('numbers what is taken again', () => {
    expect(freeName('Mine', 'edited', [MINE, named('Mine (edited)')])).toBe('Mine (edited 2)');
  });
  it('stays within the length of a name', () => {
    const long = 'y'.repeat(100);
    const name = freeName(long, 'edited', [named(long)]);
    expect(name).toBe(`${'y'.repeat(91)} (edited)`);
    expect(nameFault(name, [named(long)])).toBeNull();
  });
});
