// Runs the browser tests on the built site: finds (or installs) a Chromium, builds when there is no build, hands over to Playwright.
// Arguments go to Playwright: `npm run e2e -- privacy --project root`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function installChromium() {
  const asRoot = process.getuid?.() === 0;
  if (asRoot && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  } else {
    run('npx', ['playwright', 'install', 'chromium']);
  }
}

/** Runs a command in the project's folder; ends this process with its status when it fails. */
function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) console.error(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

if (!findChromium()) installChromium();
const executable = findChromium();
if (!executable) {
  console.error('No Chromium found. Set CHROMIUM_PATH to one.');
  process.exit(1);
}
if (!existsSync(new URL('../dist/index.html', import.meta.url))) run('npm', ['run', '--silent', 'build']);
run('npx', ['playwright', 'test', ...process.argv.slice(2)], { CHROMIUM_PATH: executable });
