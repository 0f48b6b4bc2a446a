import { packageBin } from './package-bin.mjs';
import { runProgram } from './run-program.mjs';
import { ensure } from './setup.mjs';
import { findBrowser } from './setup/browser.mjs';
import { missingPrograms } from './setup/system-programs.mjs';
import { howToRetry } from './setup/tried.mjs';

await ensure([
  'install',
  'build',
  'system programs',
  'browser',
  'test servers',
  'site',
  'opencode',
  'protocol-tools',
  'node versions',
]);

// Nightly, properties try ten times as many inputs, and long measurements run as tests.
const deep = process.argv.includes('--deep') ? { PLUGBOARD_PROPERTY_RUNS: '5000', PLUGBOARD_DEEP: '1' } : {};
// Tests have a temporary home, in which a browser of this person would not be found.
const browser = findBrowser() ?? '';
const missing = [...missingPrograms(), ...(browser ? [] : ['Chromium'])];
if (missing.length > 0)
  process.stderr.write(
    `plugboard: not installed: ${missing.join(', ')}. Tests that need them are skipped, and named at the end.${howToRetry(missing)}\n`,
  );
const env = { ...deep, ...process.env, PLUGBOARD_CHROMIUM: browser };
const args = process.argv.slice(2).filter((argument) => argument !== '--deep');
const vitest = [packageBin('vitest'), 'run', ...args];
process.exitCode = (await runProgram(process.execPath, vitest, { env, isShown: true })).code;
