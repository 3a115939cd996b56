import { compileKernel } from './kernel/compile.mjs';

/** The ingest kernel, compiled from source: tests never depend on an earlier build. */
export const testKernel: Promise<WebAssembly.Module> = compileKernel('index.ts').then((bytes) => WebAssembly.compile(bytes));
