import { spawn } from 'node:child_process';
import { packageBin } from './package-bin.mjs';
import { ensure } from './setup.mjs';

await ensure(['install', 'build', 'shells', 'test servers', 'opencode', 'protocol-tools']);

const vitest = spawn(process.execPath, [packageBin('vitest'), 'run', ...process.argv.slice(2)], { stdio: 'inherit' });
vitest.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
vitest.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
