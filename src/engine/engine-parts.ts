import entryUrl from '../../workers/engine/entry.ts?worker&url';
import kernelUrl from '../../workers/ingest/kernel/build/kernel.wasm?url';
import { EngineFailure } from './engine-failure.ts';

/** What starting a worker takes. Fetched once, when the page loads, so that opening a file asks the network for nothing. */
export interface EngineParts {
  readonly kernel: WebAssembly.Module;
  /** A `blob:` URL of the worker's code: a worker started from it inherits the page's policy. */
  readonly workerUrl: string;
}

let parts: Promise<EngineParts> | null = null;

/** The parts, fetched on the first call; tried again after a failure. Rejects with an `EngineFailure`. */
export function engineParts(): Promise<EngineParts> {
  parts ??= loadParts().catch((error: unknown) => {
    parts = null;
    throw new EngineFailure('not-started', String(error));
  });
  return parts;
}

async function loadParts(): Promise<EngineParts> {
  const [kernel, code] = await Promise.all([fetchKernel(), workerCode()]);
  return { kernel, workerUrl: URL.createObjectURL(new Blob([code], { type: 'text/javascript' })) };
}

async function fetchKernel(): Promise<WebAssembly.Module> {
  const response = await fetchOwn(kernelUrl);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The built entry is one file without imports; the development server's has relative ones, which only its own URL resolves. */
async function workerCode(): Promise<string> {
  if (import.meta.env.DEV) return `import ${JSON.stringify(new URL(entryUrl, location.href).href)};`;
  return (await fetchOwn(entryUrl)).text();
}

async function fetchOwn(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  return response;
}
