// Every way known to send something out of a page or a worker. Each is a function of its own source text: it runs in the browser
// and may use nothing but its argument, the address to reach. Most will throw where the way is closed.

export type Attempt = (url: string) => unknown;
export type Attempts = Readonly<Record<string, Attempt>>;

/** Ways to make a request that pages and workers share. */
const COMMON: Attempts = {
  fetch: (url) => fetch(url),
  'fetch-no-cors-post': (url) => fetch(url, { method: 'POST', mode: 'no-cors', body: 'trace', keepalive: true }),
  'fetch-request': (url) => fetch(new Request(url, { mode: 'no-cors' })),
  xhr: (url) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.send();
  },
  websocket: (url) => new WebSocket(url.replace('http', 'ws')),
  'event-source': (url) => new EventSource(url),
  'dynamic-import': (url) => import(/* @vite-ignore */ url),
  'import-through-blob': (url) =>
    import(URL.createObjectURL(new Blob([`import '${url}'`], { type: 'text/javascript' }))),
  'import-through-data': (url) => import(`data:text/javascript,import '${url}'`),
  'cache-add': async (url) => (await caches.open('attempt')).add(new Request(url, { mode: 'no-cors' })),
  'font-face': (url) => new FontFace('attempt', `url(${url})`).load(),
  'worker-blob': (url) => new Worker(URL.createObjectURL(new Blob([`fetch('${url}', { mode: 'no-cors' })`]))),
  'worker-blob-import': (url) =>
    new Worker(URL.createObjectURL(new Blob([`import '${url}'`], { type: 'text/javascript' })), { type: 'module' }),
  'web-transport': (url) => new WebTransport(url.replace('http:', 'https:')),
};

/** Ways to make a request from a worker. */
export const WORKER_ATTEMPTS: Attempts = {
  ...COMMON,
  'xhr-synchronous': (url) => {
    const request = new XMLHttpRequest();
    request.open('GET', url, false);
    request.send();
  },
  'import-scripts': (url) => Reflect.get(globalThis, 'importScripts')(url),
  'inherited-fetch': (url) => {
    for (let scope = Object.getPrototypeOf(globalThis); scope; scope = Object.getPrototypeOf(scope))
      Object.getOwnPropertyDescriptor(scope, 'fetch')?.value.call(globalThis, url, { mode: 'no-cors' });
    if (Object.hasOwn(globalThis, 'fetch')) globalThis.fetch(url, { mode: 'no-cors' });
  },
  'storage-bucket': async (url) => {
    const bucket = await Reflect.get(navigator, 'storageBuckets').open('attempt');
    await (await bucket.caches.open('attempt')).add(new Request(url, { mode: 'no-cors' }));
  },
};

/** Ways to make a request from a page and stay on it. */
export const PAGE_ATTEMPTS: Attempts = {
  ...COMMON,
  'send-beacon': (url) => navigator.sendBeacon(url, 'trace'),
  'fetch-later': (url) => Reflect.get(globalThis, 'fetchLater')(url, { activateAfter: 0 }),
  img: (url) => {
    new Image().src = url;
  },
  'img-srcset': (url) => {
    document.body.appendChild(document.createElement('img')).srcset = `${url} 2x`;
  },
  video: (url) => {
    const video = document.body.appendChild(document.createElement('video'));
    video.preload = 'auto';
    video.src = url;
  },
  poster: (url) => {
    document.body.appendChild(document.createElement('video')).poster = url;
  },
  'svg-image': (url) => {
    document.body.insertAdjacentHTML('beforeend', `<svg><image href="${url}" width="9" height="9"/></svg>`);
  },
  object: (url) => {
    document.body.appendChild(document.createElement('object')).data = url;
  },
  embed: (url) => {
    document.body.appendChild(document.createElement('embed')).src = url;
  },
  script: (url) => {
    document.head.appendChild(document.createElement('script')).src = url;
  },
  'script-module': (url) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = url;
    document.head.append(script);
  },
  'inline-script': (url) => {
    document.head.appendChild(document.createElement('script')).textContent = `fetch('${url}', { mode: 'no-cors' })`;
  },
  'inline-handler': (url) => {
    document.body.insertAdjacentHTML('beforeend', `<img src="data:," onerror="fetch('${url}', { mode: 'no-cors' })">`);
  },
  stylesheet: (url) => {
    document.head.insertAdjacentHTML('beforeend', `<link rel="stylesheet" href="${url}">`);
  },
  prefetch: (url) => {
    document.head.insertAdjacentHTML('beforeend', `<link rel="prefetch" href="${url}">`);
  },
  preload: (url) => {
    document.head.insertAdjacentHTML('beforeend', `<link rel="preload" as="script" href="${url}">`);
  },
  'module-preload': (url) => {
    document.head.insertAdjacentHTML('beforeend', `<link rel="modulepreload" href="${url}">`);
  },
  'speculation-rules': (url) => {
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [url], eagerness: 'immediate' }] });
    document.head.append(rules);
  },
  'style-attribute': (url) => {
    document.body.appendChild(document.createElement('div')).style.backgroundImage = `url(${url})`;
  },
  'style-element': (url) => {
    document.head.insertAdjacentHTML('beforeend', `<style>body { background: url(${url}) }</style>`);
  },
  'style-import': (url) => {
    document.head.insertAdjacentHTML('beforeend', `<style>@import url(${url});</style>`);
  },
  'adopted-stylesheet': (url) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { border-image: url(${url}) 1 }`);
    document.adoptedStyleSheets.push(sheet);
  },
  'adopted-font': (url) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@font-face { font-family: attempt2; src: url(${url}) } body { font-family: attempt2 }`);
    document.adoptedStyleSheets.push(sheet);
    document.body.append('text');
  },
  iframe: (url) => {
    document.body.appendChild(document.createElement('iframe')).src = url;
  },
  'iframe-srcdoc': (url) => {
    document.body.appendChild(document.createElement('iframe')).srcdoc = `<img src="${url}">`;
  },
  'iframe-realm-fetch': (url) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    return frame.contentWindow?.fetch(url, { mode: 'no-cors' });
  },
  'iframe-realm-socket': (url) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const Socket: typeof WebSocket = Reflect.get(frame.contentWindow ?? {}, 'WebSocket');
    return new Socket(url.replace('http', 'ws'));
  },
  form: (url) => {
    document.body.insertAdjacentHTML('beforeend', `<form method="post" target="attempt-frame" action="${url}"></form>`);
    document.body.insertAdjacentHTML('beforeend', '<iframe name="attempt-frame"></iframe>');
    document.forms[document.forms.length - 1].submit();
  },
  ping: (url) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = '#ping';
    link.ping = url;
    link.click();
  },
  'shared-worker': (url) => new SharedWorker(URL.createObjectURL(new Blob([`fetch('${url}', { mode: 'no-cors' })`]))),
  icon: (url) => {
    document.head.insertAdjacentHTML('beforeend', `<link rel="icon" href="${url}">`);
  },
};

/** Ways to send something by going to another address without the user. Each takes its page away where it works. */
export const NAVIGATION_ATTEMPTS: Attempts = {
  location: (url) => {
    location.href = url;
  },
  'window-open': (url) => window.open(url),
  'meta-refresh': (url) => {
    document.head.insertAdjacentHTML('beforeend', `<meta http-equiv="refresh" content="0;url=${url}">`);
  },
  'link-click': (url) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = url;
    link.click();
  },
};

/** WebRTC sends packets to the server that it is told to ask for its own address. */
export const WEBRTC_ATTEMPT: Attempt = async (url) => {
  const { hostname, port } = new URL(url);
  const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:${hostname}:${port}` }] });
  connection.createDataChannel('attempt');
  await connection.setLocalDescription(await connection.createOffer());
};
