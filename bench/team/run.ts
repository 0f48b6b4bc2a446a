import { parseArgs } from 'node:util';
import type * as setup from '../../scripts/setup.mjs';
import { requirePrograms } from '../../scripts/setup/require-programs.mjs';
import { measureCpu } from './cpu.ts';
import { measureIdleSessions } from './idle-sessions.ts';
import { measureLostReplica } from './lost-replica.ts';
import { measureModel } from './model.ts';
import { measureNetworkCut } from './network-cut.ts';
import { asText, type Finding } from './report.ts';
import { measureRollingRestart } from './rolling-restart.ts';
import { measureSessions } from './sessions.ts';
import { measureSoak } from './soak.ts';
import { measureStoreOutage } from './store-outage.ts';

const { values: options } = parseArgs({
  options: {
    parts: { type: 'string', default: 'sessions,lost,restart,outage,cut,cpu,idle,model' },
    /** Of the soak. */
    minutes: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '30' },
  },
});

// Imported by URL, so that it is not bundled.
const { ensure } = (await import(new URL('../../scripts/setup.mjs', import.meta.url).href)) as typeof setup;
await ensure(['install', 'build', 'system programs']);
requirePrograms('redis-server', 'nginx');

const parts: Readonly<Record<string, () => Promise<Finding>>> = {
  sessions: async () => measureSessions(1000),
  lost: measureLostReplica,
  restart: measureRollingRestart,
  outage: async () => measureStoreOutage(Number(options.seconds)),
  cut: measureNetworkCut,
  cpu: measureCpu,
  idle: async () => measureIdleSessions(10_000),
  model: measureModel,
  soak: async () => measureSoak(Number(options.minutes)),
};

for (const name of options.parts.split(',')) {
  const measure = parts[name];
  if (!measure) throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}.`);
  const found = await measure();
  console.log(`${asText(found)}\n`);
  if (found.misses.length > 0) process.exitCode = 1;
}
