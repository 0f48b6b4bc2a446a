import { spawn } from 'node:child_process';
import { packageBin } from './package-bin.mjs';
import { ensure } from './setup.mjs';
import { findBrowser } from './setup/browser.mjs';

await ensure([
  'install',
  'build',
  'system programs',
  'browser',
  'test servers',
  'opencode',
  'protocol-tools',
  'node versions',
]);

// Nightly, properties try ten times as many inputs, and long measurements run as tests.
const deep = process.argv.includes('--deep') ? { PLUGBOARD_PROPERTY_RUNS: '5000', PLUGBOARD_DEEP: '1' } : {};
// Tests have a temporary home, in which a browser of this person would not be found.
const browser = findBrowser() ?? '';
if (!browser) process.stderr.write('plugboard: there is no Chromium, so the tests of the page are skipped\n');
const env = { ...deep, ...process.env, PLUGBOARD_CHROMIUM: browser };
const args = process.argv.slice(2).filter((argument) => argument !== '--deep');
const vitest = spawn(process.execPath, [packageBin('vitest'), 'run', ...args], { stdio: 'inherit', env });
vitest.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
vitest.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
