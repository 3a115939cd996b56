import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Hardware } from '../../workers/roofline/hardware.ts';
import { deleteHardware, rememberHardware, saveHardware } from './saved-hardware.ts';
import { appState, changeApp } from './store.ts';

const KEY = 'roofscope-hardware';
const named = (name: string): Hardware => ({
  name,
  units: 100,
  datasheet: {
    bandwidth: { value: 5000, source: 'edited by you', confirmed: false },
    peaks: { matrix_bf16: { value: 700, source: 'a datasheet', confirmed: true } },
  },
  achievable: { peaks: {} },
  matrixOnVector: ['fp32'],
});

let stored: Map<string, string>;
let onStorage: (event: { key: string | null }) => void;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: typeof onStorage) => {
    onStorage = listener;
  });
  changeApp({ savedHardware: [], hardware: null });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** What a page that is opened anew finds. */
function reload(): readonly Hardware[] {
  changeApp({ savedHardware: [] });
  rememberHardware();
  return appState().savedHardware;
}

describe('saved devices', () => {
  it('are there after a reload, by name, and the last saved is shown', () => {
    expect(saveHardware(named('B'), null)).toBe(true);
    saveHardware(named('A'), null);
    expect(appState().hardware).toBe('A');
    expect(reload()).toEqual([named('A'), named('B')]);
  });

  it('are replaced, also under another name', () => {
    saveHardware(named('A'), null);
    saveHardware(named('B'), null);
    saveHardware(named('C'), 'A');
    saveHardware({ ...named('B'), units: 7 }, 'B');
    expect(reload()).toEqual([{ ...named('B'), units: 7 }, named('C')]);
  });

  it('are deleted, and the device of the trace takes the place of the one shown', () => {
    saveHardware(named('A'), null);
    saveHardware(named('B'), null);
    deleteHardware('A');
    expect(appState().hardware).toBe('B');
    deleteHardware('B');
    expect(appState().hardware).toBeNull();
    expect(reload()).toEqual([]);
  });

  it('that another tab saves are taken over', () => {
    saveHardware(named('A'), null);
    rememberHardware();
    stored.set(KEY, JSON.stringify([named('Z')]));
    onStorage({ key: 'other' });
    expect(appState().savedHardware.map(({ name }) => name)).toEqual(['A']);
    onStorage({ key: KEY });
    expect(appState().savedHardware.map(({ name }) => name)).toEqual(['Z']);
    stored.clear();
    onStorage({ key: null });
    expect(appState().savedHardware).toEqual([]);
  });
});

describe('a damaged store', () => {
  it.each(['', 'no json', '{}', 'null', '7', '"text"', '[null, 1, "x", [], {}]', '{"name":"A","datasheet":{}}'])(
    '%j holds no device',
    (text) => {
      stored.set(KEY, text);
      expect(reload()).toEqual([]);
    },
  );

  it('gives those of its devices that are sound', () => {
    const broken = { ...named('Broken'), datasheet: { peaks: { matrix_bf16: 'fast' } } };
    stored.set(KEY, JSON.stringify([broken, named('Sound'), { ...named('x'), name: '' }]));
    expect(reload()).toEqual([named('Sound')]);
  });

  it('gives no two devices one name, a preset’s included', () => {
    stored.set(KEY, JSON.stringify([named('MI300X'), named('Mine'), named('Mine')]));
    expect(reload().map(({ name }) => name)).toEqual(['MI300X (saved)', 'Mine', 'Mine (saved)']);
  });
});

describe('without storage', () => {
  it('a device lasts as long as the page, and saving says so', () => {
    const off = () => {
      throw new Error('storage is off');
    };
    vi.stubGlobal('localStorage', { getItem: off, setItem: off });
    expect(reload()).toEqual([]);
    expect(saveHardware(named('A'), null)).toBe(false);
    expect(appState().savedHardware).toEqual([named('A')]);
    deleteHardware('A');
    expect(appState().savedHardware).toEqual([]);
  });
});
