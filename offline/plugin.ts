import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes `service-worker.js` into the built site, with the list of the site's files and a version that changes when any of them
 * does. Runs after everything else is written, public files included.
 */
export function offlinePlugin(source: string): Plugin {
  let outDir = '';
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await filesIn(outDir);
      const code = readFileSync(source, 'utf8');
      const hash = createHash('sha256').update(code);
      for (const file of files) hash.update(file).update(readFileSync(resolve(outDir, file)));
      const version = hash.digest('hex').slice(0, 16);
      const constants = `const VERSION = ${JSON.stringify(version)};
const FILES = ${JSON.stringify(files)};
`;
      writeFileSync(resolve(outDir, 'service-worker.js'), constants + code);
    },
  };
}

/** Paths of all files under a folder, relative to it, with forward slashes, sorted. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'service-worker.js')
    .map((entry) => relative(folder, resolve(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
