import { readFile, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.gz': 'application/gzip',
};

/** A server of files, as plain as a static host is. */
export interface StaticServer {
  /** `http://localhost:PORT` plus the site's path, with a slash at its end. */
  readonly url: string;
  /** Paths asked for so far. */
  readonly requests: readonly string[];
  /** Serves a text file of the site changed from now on. */
  change(path: string, edit: (text: string) => string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves the built site under `sitePath` on a free port of localhost. `extra` adds pages, by path from the server's root: pages
 * of the same origin that do not carry the site's policy.
 */
export async function serveSite(sitePath: string, extra: Readonly<Record<string, string>> = {}): Promise<StaticServer> {
  const requests: string[] = [];
  const pages = new Map(Object.entries(extra));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    requests.push(path);
    const inSite = path.endsWith('/') ? `${path}index.html` : path;
    const page = pages.get(inSite);
    if (page !== undefined) send(response, 200, typeOf(inSite), page);
    else if (inSite.startsWith(sitePath)) void sendFile(response, inSite.slice(sitePath.length));
    else send(response, 404, 'text/plain', 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}${encodeURI(sitePath)}`,
    requests,
    change: async (path, edit) => {
      pages.set(sitePath + path, edit(await readFile(join(DIST, path), 'utf8')));
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function typeOf(path: string): string {
  return TYPES[extname(path)] ?? 'application/octet-stream';
}

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  const file = join(DIST, normalize(`/${path}`));
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return send(response, 404, 'text/plain', 'not found');
  send(response, 200, typeOf(file), await readFile(file));
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache' });
  response.end(body);
}
