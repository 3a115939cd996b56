/**
 * Everything in a browser's global scope that can open a connection or start code that could. `import()` is syntax and cannot be
 * taken away: the page's policy, which a `blob:` worker inherits, bounds it.
 */
const WORKER_GLOBALS = [
  'fetch',
  'fetchLater',
  'Request',
  'XMLHttpRequest',
  'XMLHttpRequestUpload',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'WebTransport',
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'importScripts',
  'Worker',
  'SharedWorker',
  'caches',
  'Cache',
  'CacheStorage',
  'FontFace',
  'fonts',
  'Notification',
  'BackgroundFetchManager',
  'PushManager',
  'TCPSocket',
  'UDPSocket',
] as const;

const WORKER_NAVIGATOR = [
  'sendBeacon',
  'serviceWorker',
  'storageBuckets',
  'usb',
  'serial',
  'hid',
  'bluetooth',
] as const;

/** What the page never uses. It keeps `fetch`, `Worker` and its service worker, which the policy holds to its own origin. */
const PAGE_GLOBALS = [
  'fetchLater',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'WebTransport',
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'SharedWorker',
  'Notification',
  'open',
] as const;

const PAGE_NAVIGATOR = ['sendBeacon'] as const;

/** Takes every network call out of a worker's global scope. Throws when one of them cannot be taken away. */
export function withdrawFromWorker(scope: object): void {
  withdraw(scope, WORKER_GLOBALS, WORKER_NAVIGATOR);
}

/** Takes the network calls that the page never makes out of its global scope. Throws when one of them cannot be taken away. */
export function withdrawFromPage(scope: object): void {
  withdraw(scope, PAGE_GLOBALS, PAGE_NAVIGATOR);
}

function withdraw(scope: object, globals: readonly string[], navigatorMembers: readonly string[]): void {
  for (const name of globals) remove(scope, name);
  const navigator: unknown = Reflect.get(scope, 'navigator');
  if (!isObject(navigator)) return;
  for (const name of navigatorMembers) remove(navigator, name);
}

/**
 * Deletes `name` from an object and all its prototypes, empties the prototype of an interface so that no instance met elsewhere
 * can send, and seals the name as `undefined`.
 */
function remove(object: object, name: string): void {
  if (!(name in object)) return;
  const value: unknown = Reflect.get(object, name);
  if (typeof value === 'function' && isObject(value.prototype)) emptyPrototype(value.prototype);
  for (let owner: object | null = object; owner !== null; owner = Reflect.getPrototypeOf(owner)) {
    if (Object.hasOwn(owner, name) && !Reflect.deleteProperty(owner, name))
      throw new TypeError(`${name} cannot be taken away`);
  }
  Object.defineProperty(object, name, { value: undefined, writable: false, configurable: false, enumerable: false });
}

function emptyPrototype(prototype: object): void {
  for (const key of Reflect.ownKeys(prototype)) Reflect.deleteProperty(prototype, key);
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
