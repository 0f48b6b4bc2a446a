// A program that uses servers: connects to all of them, says so, and ends in one of several ways.
import { createManager } from '../../../src/runtime/manager.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { resolveServer } from '../../../src/runtime/values/resolve-server.ts';

export interface HostTask {
  readonly servers: readonly ServerToRun[];
  readonly ending: 'wait' | 'close' | 'exit' | 'throw';
}

const { servers, ending } = JSON.parse(process.argv[2] ?? '') as HostTask;
const { env } = process;
const manager = createManager({
  servers,
  env,
  platform: process.platform as 'linux',
  resolve: (toRun, signal) => resolveServer(toRun, { env, signal }),
  permission: async () => 'approved',
  clientInfo: { name: 'host', version: '0' },
  graceMs: 300,
});
await manager.connectAll();
process.stdout.write(`${Array.from(manager.connections.values(), ({ state }) => state.name).join()}\n`);
if (ending === 'exit') process.exit(0);
if (ending === 'throw') throw new Error('on purpose');
if (ending === 'close') await manager.close();
