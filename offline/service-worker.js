// Makes the page work without a network after the first visit. Built into the site's root with the list of its files.
// Hashed files come from the cache first. The page itself comes from the network first, so that a reload shows a new release,
// and from the cache when there is no network: each cache holds one whole release, and is dropped when the last page of it closed.

// The build writes two constants before this text: VERSION, which changes with any file, and FILES, the paths of all of them.

const scope = new URL(self.registration.scope);
/** Caches belong to the origin, which may hold other copies of the site in other folders. */
const CACHE_PREFIX = `roofscope:${scope.pathname}:`;
const CACHE = CACHE_PREFIX + VERSION;

self.addEventListener('install', (event) => {
  event.waitUntil(store());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldReleases());
});

self.addEventListener('fetch', (event) => {
  const path = pathInSite(event.request);
  if (path === null) return;
  event.respondWith(path === 'index.html' ? networkFirst(event.request) : cacheFirst(event.request, path));
});

/** The site's file that a request asks for, or null when the request is none of ours. */
function pathInSite(request) {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return null;
  const path = url.pathname.slice(scope.pathname.length) || 'index.html';
  return FILES.includes(path) ? path : null;
}

async function store() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(new URL(file, scope), { cache: 'reload' })));
}

async function dropOldReleases() {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  }
}

async function networkFirst(request) {
  try {
    const response = await fetch(request);
    if (response.ok) return response;
    return (await stored('index.html')) ?? response;
  } catch (error) {
    const response = await stored('index.html');
    if (response) return response;
    throw error;
  }
}

async function cacheFirst(request, path) {
  return (await stored(path)) ?? fetch(request);
}

async function stored(path) {
  const cache = await caches.open(CACHE);
  return cache.match(new URL(path, scope), { ignoreVary: true });
}
