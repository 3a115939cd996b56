import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Inspection } from './inspection.ts';

const inProject = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** What a command did. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line built from the sources as they are, so that tests never run an older build. */
export class BuiltCli {
  private constructor(private readonly folder: string) {}

  static async build(): Promise<BuiltCli> {
    // Below the project, where the bundles find the packages they import.
    const folder = await mkdtemp(inProject('node_modules/.cli-test-'));
    await build({ configFile: inProject('cli/vite.config.ts'), logLevel: 'error', build: { outDir: folder } });
    return new BuiltCli(folder);
  }

  /** Runs a command as a shell would. */
  run(command: 'inspect' | 'report' | 'split', args: readonly string[]): Promise<Ran> {
    return new Promise((resolve) => {
      const script = path.join(this.folder, `${command}.js`);
      execFile(process.execPath, [script, ...args], { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      });
    });
  }

  /** `inspect --json`: its exit code and the one object it printed. */
  async inspect(file: string, ...options: readonly string[]): Promise<Inspection & { readonly code: number }> {
    const { code, stdout, stderr } = await this.run('inspect', [file, '--json', ...options]);
    if (stderr !== '' || code > 1) throw new Error(`inspect ${file} ended with ${code}: ${stderr}`);
    return { ...JSON.parse(stdout), code };
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}
