import { spawn } from 'node:child_process';
import { packageBin } from './package-bin.mjs';
import { fromRoot } from './root.mjs';
import { ensure } from './setup.mjs';

// Arguments are ids of clients; without any, all are asked.
const ids = process.argv.slice(2);

await ensure(['install', 'build']);
const installed = await run([fromRoot('scripts', 'run-ts.mjs'), fromRoot('test-clients', 'install.ts'), ...ids]);
process.exitCode =
  installed || (await run([packageBin('vitest'), 'run', '--config', fromRoot('vitest.clients.config.ts')]));

/**
 * @param {string[]} command
 * @returns {Promise<number>}
 */
function run(command) {
  const env = { ...process.env, PLUGBOARD_TEST_CLIENTS: ids.join(',') };
  return new Promise((done) => {
    const child = spawn(process.execPath, command, { env, stdio: 'inherit' });
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      done(1);
    });
    child.on('exit', (code) => done(code ?? 1));
  });
}
