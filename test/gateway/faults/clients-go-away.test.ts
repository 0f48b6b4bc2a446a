import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../runtime/support/processes.ts';
import { initialize } from '../probe/raw-client.ts';
import { gatewayHome, type GatewayHome, serveHttp, type Served } from '../probe/serve.ts';
import { faulty, notes, untilOffered } from './faulty.ts';

let home: GatewayHome;
let served: Served;
let log = '';

beforeAll(async () => {
  home = gatewayHome();
  log = join(home.folder, 'stuck.log');
  home.put({ stuck: faulty('--log', log) });
  served = await serveHttp(home);
});
afterAll(async () => {
  await served.close();
  home.remove();
});

/** Calls that hang, by the ids that the server knows them by. */
const hanging = (): string[] => notes(log).flatMap((line) => (line.startsWith('hang ') ? [line.slice(5)] : []));

async function untilCancelled(id: string | undefined): Promise<void> {
  await until(() => notes(log).includes(`cancelled ${id}`), 'the word that nobody waits any more');
}

it('cancels the calls of a session that is ended in their midst', async () => {
  const client = served.client();
  await initialize(client);
  await untilOffered(client, 'hang');
  const before = hanging().length;
  client.begin('tools/call', { name: 'hang', arguments: {} });
  await until(() => hanging().length > before, 'the call that hangs');
  await client.close();
  await untilCancelled(hanging().at(-1));
});

it('cancels a call of the modern era when its connection is gone, and serves the next', async () => {
  const prefix = 'io.modelcontextprotocol/';
  const envelope = { [`${prefix}protocolVersion`]: '2026-07-28', [`${prefix}clientCapabilities`]: {} };
  const post = async (name: string, signal?: AbortSignal): Promise<Response> =>
    fetch(served.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${served.token}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: { text: 'served' }, _meta: envelope },
      }),
      ...(signal && { signal }),
    });
  const before = hanging().length;
  const gone = new AbortController();
  const call = post('hang', gone.signal).catch(() => {});
  await until(() => hanging().length > before, 'the call that hangs');
  gone.abort();
  await call;
  await untilCancelled(hanging().at(-1));
  expect(await (await post('echo')).text()).toContain('served');
});
