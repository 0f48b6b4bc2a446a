import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as setup from '../../scripts/setup.mjs';
import { launcherLine } from '../../src/model/launcher/launcher-entry.ts';
import { storeSecret } from '../../src/secrets/secrets.ts';
import { nodeHost } from '../../src/store/host/node-host.ts';
import { giveSecrets, launcherKey } from '../../src/store/vault/grants.ts';
import { median } from '../compare.ts';
import { cpuMilliseconds } from '../config/cpu-time.ts';

/*
 * What the launcher adds to the start of a server: CPU time of `plugboard exec` beside the program alone, beside Node
 * that does nothing, and beside Node that only starts the program.
 */

const ROUNDS = Number(process.env['PLUGBOARD_BENCH_ROUNDS'] ?? 15);
const { ensure } = (await import(new URL('../../scripts/setup.mjs', import.meta.url).href)) as typeof setup;
await ensure(['install', 'build']);
const home = mkdtempSync(join(tmpdir(), 'plugboard-bench-'));
const program = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));
const words: readonly [string, ...string[]] = ['sh', '-c', 'test -n "$TOKEN"'];
const bare = "require('child_process').spawn('sh', ['-c', 'test -n x'], { stdio: 'inherit' })";

try {
  const { PATH = '' } = process.env;
  const env = { HOME: home, PATH, TOKEN: '{secret:TOKEN}', DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const host = { ...nodeHost(home), home, env };
  for (const vault of ['file', 'env-file'] as const) {
    await storeSecret(host, 'TOKEN', 'value', { vault });
    const line = launcherLine('bench', words, env);
    await giveSecrets(host, [{ key: launcherKey(line), server: 'bench', secrets: ['TOKEN'] }]);
    const lines: Readonly<Record<string, readonly [string, ...string[]]>> = {
      'the program alone': words,
      'node alone': [process.execPath, '-e', '0'],
      'node that starts it': [process.execPath, '-e', bare],
      [`plugboard exec, vault ${vault}`]: [process.execPath, program, 'exec', 'bench', '--', ...words],
    };
    const times = new Map(Object.keys(lines).map((name) => [name, [] as number[]]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, command] of Object.entries(lines)) {
        const spent = await cpuMilliseconds({ command, cwd: home, env, timeout: 30_000 });
        if (spent !== undefined) times.get(name)?.push(spent);
      }
    for (const [name, spent] of times)
      process.stdout.write(`${name}: ${median(spent).toFixed(0)} ms (${spent.length} of ${ROUNDS} rounds)\n`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
