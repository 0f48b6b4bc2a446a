import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManager } from '../../../src/runtime/manager.ts';
import type { Permission, ServerToRun } from '../../../src/runtime/types.ts';
import { resolveServer } from '../../../src/runtime/values/resolve-server.ts';
import { folder } from '../values/support.ts';

const { env } = process;

/** Connects with nothing but this permission, and says what became of the server. */
async function connect(toRun: ServerToRun, permission: () => Promise<Permission>): Promise<string | undefined> {
  const manager = createManager({
    servers: [toRun],
    env,
    platform: 'linux',
    resolve: (it, signal) => resolveServer(it, { env, signal }),
    permission,
    clientInfo: { name: 'test', version: '1' },
  });
  try {
    await manager.connectAll();
    return manager.connections.get(toRun.name)?.state.name;
  } finally {
    await manager.close();
  }
}

describe.skipIf(process.platform === 'win32')('a server that is not approved', () => {
  it.each<[string, string, () => Promise<Permission>]>([
    ['is pending', 'needs-approval', async () => 'pending'],
    ['is denied', 'failed', async () => 'denied'],
    [
      'cannot be looked up',
      'failed',
      async () => {
        throw new Error('damaged');
      },
    ],
  ])('because it %s runs nothing and contacts nobody', async (_, state, permission) => {
    const place = folder();
    const [command, value] = [join(place, 'command'), join(place, 'value')];
    const touching = { command: 'touch', args: [command], env: { A: `!echo x | tee '${value}'` } };
    expect(await connect({ name: 'one', server: touching }, permission)).toBe(state);
    let asked = 0;
    const web = createServer((_request, response) => {
      asked += 1;
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
    const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/mcp`;
    const remote = { url, headers: { A: `!echo x | tee '${value}'` } };
    expect(await connect({ name: 'one', server: remote }, permission)).toBe(state);
    web.close();
    expect([existsSync(command), existsSync(value), asked]).toEqual([false, false, 0]);
  });

  it('would have run and contacted, were it approved', async () => {
    const place = folder();
    const [command, value] = [join(place, 'command'), join(place, 'value')];
    const server = {
      command: 'touch',
      args: [command],
      env: { A: `!echo x | tee '${value}'` },
      retries: 0,
      timeout: 5,
    };
    await connect({ name: 'one', server }, async () => 'approved');
    expect([existsSync(command), existsSync(value)]).toEqual([true, true]);
  });
});
