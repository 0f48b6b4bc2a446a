import { packageBin } from './package-bin.mjs';
import { fromRoot } from './root.mjs';
import { runProgram } from './run-program.mjs';
import { ensure } from './setup.mjs';

// Arguments are ids of clients; without any, all are asked.
const ids = process.argv.slice(2);

await ensure(['install', 'build']);
const installed = await run([fromRoot('scripts', 'run-ts.mjs'), fromRoot('test-clients', 'install.ts'), ...ids]);
process.exitCode =
  installed || (await run([packageBin('vitest'), 'run', '--config', fromRoot('vitest.clients.config.ts')]));

/** @param {string[]} command */
async function run(command) {
  const env = { ...process.env, PLUGBOARD_TEST_CLIENTS: ids.join(',') };
  return (await runProgram(process.execPath, command, { env, isShown: true })).code;
}
