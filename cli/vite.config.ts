import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { compileKernel } from '../workers/ingest/kernel/compile.mjs';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Puts the ingest kernel beside the modules that load it. */
function kernelPlugin(): Plugin {
  return {
    name: 'ingest-kernel',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'kernel.wasm', source: await compileKernel('index.ts') });
    },
  };
}

/** Bundles the command line for Node, which cannot start a worker thread from TypeScript. */
export default defineConfig({
  root: inProject('cli'),
  plugins: [kernelPlugin()],
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: inProject('dist-cli'),
    emptyOutDir: true,
    rolldownOptions: {
      input: ['inspect', 'report', 'split', 'engine-worker'].map((name) => inProject(`cli/${name}.ts`)),
      // All in one folder: the worker is found beside whatever starts it.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
