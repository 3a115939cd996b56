import { openAsBlob, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { mergeCaptures } from '../workers/capture/merge-captures.ts';
import { FilesBeside } from '../workers/engine/files-beside.ts';
import type { TraceModel } from '../workers/trace/trace-model.ts';

/** A model with the captures merged that a folder, an archive or a file holds, and what is odd about these. */
export async function withCaptures(
  model: TraceModel,
  kernel: WebAssembly.Module,
  where: string,
): Promise<{ readonly model: TraceModel; readonly notes: readonly string[] }> {
  const beside = new FilesBeside(kernel);
  for (const file of filesIn(where)) {
    await beside.add({ name: path.relative(path.dirname(where), file), blob: await openAsBlob(file) }, true);
  }
  const sources = beside.sources();
  const unread = beside.known
    .filter(({ role }) => role === 'unknown')
    .map(({ name, evidence }) => `${name}: ${evidence}`);
  const nothing = sources === null ? [`--capture ${where}: holds no captured graphs`] : [];
  return {
    model: sources === null ? model : mergeCaptures(model, sources),
    notes: [...nothing, ...unread, ...beside.notes],
  };
}

/** A file, or all files below a folder, by name. */
function filesIn(where: string): string[] {
  if (statSync(where).isFile()) return [where];
  return readdirSync(where, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
