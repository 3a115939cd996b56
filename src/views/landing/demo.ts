import { files } from '../../state/files.ts';

const DEMO = { path: 'demo/generated-trace.json.gz', name: 'generated demo trace.json.gz' };

/** Opens the demo trace, one of the page's own files, made by a simulated server. Resolves to what went wrong, or null. */
export async function openDemo(): Promise<string | null> {
  try {
    const response = await fetch(new URL(DEMO.path, document.baseURI));
    if (!response.ok) return `The demo trace is not beside this page (${response.status}).`;
    files.add([{ name: DEMO.name, blob: await response.blob() }]);
    return null;
  } catch {
    return 'The demo trace could not be loaded. If you are offline, it is there once you have opened it online.';
  }
}
