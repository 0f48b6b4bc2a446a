import { spawn } from 'node:child_process';
import { packageBin } from './package-bin.mjs';
import { ensure } from './setup.mjs';
import { findBrowser } from './setup/browser.mjs';

await ensure(['install', 'build', 'shells', 'browser', 'test servers', 'opencode', 'protocol-tools', 'node versions']);

// Tests have a home of their own, in which a browser of this person would not be found.
const env = { ...process.env, PLUGBOARD_CHROMIUM: findBrowser() };
const vitest = spawn(process.execPath, [packageBin('vitest'), 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env,
});
vitest.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
vitest.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
