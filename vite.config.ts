import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { offlinePlugin } from './offline/plugin.ts';

/**
 * Holds the page, and every worker that it starts from a `blob:` URL, to its own origin. `img-src` lets charts be copied as
 * pictures; `wasm-unsafe-eval` allows WebAssembly and nothing else.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
].join('; ');

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Puts the policy into the built page; the development server's own inline script would break under it. */
function policyPlugin(): Plugin {
  return {
    name: 'policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
    ],
  };
}

/** Puts the icon into the page: Chromium asks for one at an address again whenever the page changes its own. */
function iconPlugin(): Plugin {
  const icon = readFileSync(inProject('public/icon.svg'), 'base64');
  return {
    name: 'icon',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('href="/icon.svg"', `href="data:image/svg+xml;base64,${icon}"`),
    },
  };
}

export default defineConfig({
  base: './',
  resolve: { alias: [{ find: /^fflate$/, replacement: inProject('workers/report/archive/fflate-one-thread.ts') }] },
  plugins: [react(), policyPlugin(), iconPlugin(), offlinePlugin('offline/service-worker.js')],
  // The worker runs from a blob: URL, where a relative import has no base: it must be one file.
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  // One file on purpose: a part that is loaded later is a request that a trace caused.
  build: { chunkSizeWarningLimit: 2000, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
