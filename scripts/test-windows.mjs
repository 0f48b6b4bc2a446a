import { packageBin } from './package-bin.mjs';
import { fromRoot } from './root.mjs';
import { runProgram } from './run-program.mjs';
import { ensure } from './setup.mjs';

await ensure(['install', 'build', 'test servers', 'windows']);

const vitest = [
  packageBin('vitest'),
  'run',
  '--config',
  fromRoot('vitest.windows.config.ts'),
  ...process.argv.slice(2),
];
process.exitCode = (await runProgram(process.execPath, vitest, { isShown: true })).code;
