// Compiles AssemblyScript of this folder to WebAssembly, in memory: no imports, its memory exported and growable.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import asc from 'assemblyscript/asc';

const FOLDER = import.meta.dirname;
const OPTIONS = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--enable',
  'bulk-memory',
  '--use',
  'abort=',
];

/**
 * @param {string} entry File name of the entry in this folder.
 * @returns {Promise<Uint8Array<ArrayBuffer>>} The module.
 * @throws {Error} With the compiler's messages.
 */
export async function compileKernel(entry) {
  let binary;
  const { error, stderr } = await asc.main([entry, '--baseDir', FOLDER, '--outFile', 'out.wasm', ...OPTIONS], {
    readFile: (name, base) => readFile(path.resolve(base, name), 'utf8').catch(() => null),
    writeFile: (_name, contents) => {
      binary = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`${entry} does not compile:\n${stderr.toString()}`);
  return binary;
}
