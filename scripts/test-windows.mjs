import { spawn } from 'node:child_process';
import { packageBin } from './package-bin.mjs';
import { fromRoot } from './root.mjs';
import { ensure } from './setup.mjs';

await ensure(['install', 'build', 'test servers', 'windows']);

const vitest = [
  packageBin('vitest'),
  'run',
  '--config',
  fromRoot('vitest.windows.config.ts'),
  ...process.argv.slice(2),
];
const child = spawn(process.execPath, vitest, { stdio: 'inherit' });
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
