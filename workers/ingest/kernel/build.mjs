// Writes the kernel as the page and the command line load it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compileKernel } from './compile.mjs';

const folder = path.join(import.meta.dirname, 'build');
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, 'kernel.wasm'), await compileKernel('index.ts'));
