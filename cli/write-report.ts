import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '../workers/base/result.ts';

/**
 * Writes files by name, which may have folders in it, into a folder; folders are made when missing. Their paths in order of name, or
 * why that failed in one line.
 */
export function writeReport(folder: string, files: Readonly<Record<string, Uint8Array>>): Result<string[], string> {
  try {
    mkdirSync(folder, { recursive: true });
    const paths: string[] = [];
    for (const name of Object.keys(files).sort()) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, files[name]);
      paths.push(file);
    }
    return ok(paths);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      return err(`The files cannot be written to ${folder}: ${error.message}`);
    }
    throw error;
  }
}
