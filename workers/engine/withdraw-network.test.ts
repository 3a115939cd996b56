import { describe, expect, it } from 'vitest';
import { withdrawFromPage, withdrawFromWorker } from './withdraw-network.ts';

/** A scope shaped like a browser's: some calls are own properties, some live on prototypes, navigator has its own chain. */
function browserLikeScope() {
  const sent: string[] = [];
  class Socket {
    send(): void {
      sent.push('socket');
    }
  }
  class CacheLike {
    add(): void {
      sent.push('cache');
    }
  }
  const grandparent = { fetch: () => sent.push('fetch') };
  const parent = Object.create(grandparent, {
    importScripts: { value: () => sent.push('importScripts'), configurable: true, writable: true },
  });
  const scope = Object.create(parent, {
    WebSocket: { value: Socket, configurable: true, writable: true },
    Cache: { value: CacheLike, configurable: true, writable: true },
    fetch: { value: () => sent.push('own fetch'), configurable: true, writable: true },
    navigator: { value: Object.create({ sendBeacon: () => sent.push('beacon') }), configurable: true },
    structuredClone: { value: structuredClone, configurable: true },
  });
  return { scope, parent, grandparent, sent, heldCache: new CacheLike() };
}

describe('withdrawFromWorker', () => {
  it('removes calls from the scope and every prototype of it', () => {
    const { scope, parent, grandparent } = browserLikeScope();
    withdrawFromWorker(scope);
    expect(scope.fetch).toBeUndefined();
    expect(scope.importScripts).toBeUndefined();
    expect(scope.WebSocket).toBeUndefined();
    expect(scope.navigator.sendBeacon).toBeUndefined();
    expect('fetch' in grandparent).toBe(false);
    expect('importScripts' in parent).toBe(false);
  });

  it('leaves instances met elsewhere without methods', () => {
    const { scope, heldCache } = browserLikeScope();
    withdrawFromWorker(scope);
    expect('add' in heldCache).toBe(false);
  });

  it('cannot be undone', () => {
    const { scope } = browserLikeScope();
    withdrawFromWorker(scope);
    expect(Reflect.set(scope, 'fetch', () => 0)).toBe(false);
    expect(Reflect.defineProperty(scope, 'fetch', { value: () => 0 })).toBe(false);
    expect(Reflect.deleteProperty(scope, 'fetch')).toBe(false);
    expect(scope.fetch).toBeUndefined();
  });

  it('leaves what cannot send', () => {
    const { scope } = browserLikeScope();
    withdrawFromWorker(scope);
    expect(scope.structuredClone).toBe(structuredClone);
  });

  it('throws when a call cannot be taken away, so that the worker does not start', () => {
    const scope = Object.create(null, { fetch: { value: () => 0, configurable: false, writable: false } });
    expect(() => withdrawFromWorker(scope)).toThrow(TypeError);
  });
});

describe('withdrawFromPage', () => {
  it('keeps fetch, which the policy bounds, and removes the rest', () => {
    const { scope } = browserLikeScope();
    withdrawFromPage(scope);
    expect(typeof scope.fetch).toBe('function');
    expect(scope.WebSocket).toBeUndefined();
    expect(scope.navigator.sendBeacon).toBeUndefined();
  });
});
