import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { type HttpFront, serveHttp } from '../../../src/gateway/http/serve-http.ts';
import { newMarker, processesWith, until } from '../../runtime/support/processes.ts';
import { gatewayWith } from '../support/gateway-with.ts';
import { faulty } from './faulty.ts';

const TOKEN = 'a-token-that-is-only-good-for-this-one-test-0';
const AT_ONCE = 16;
const MEGABYTE = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is still in use, in megabytes. */
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed / MEGABYTE;
}

/** Clients that begin a session and are never heard of again; some of them call a tool before that. */
async function visit({ url }: HttpFront, count: number, callers: number): Promise<void> {
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await beginAndLeave(url, left < callers);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function beginAndLeave(url: string, isCaller: boolean): Promise<void> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${TOKEN}`,
  };
  const post = async (message: object): Promise<Response> =>
    fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  // What a client can be asked makes a gateway want a connection of its own for it.
  const capabilities = { sampling: {}, elicitation: {}, roots: {} };
  const clientInfo = { name: 'forgetful', version: '1.0.0' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  const hello = await post({ id: 1, method: 'initialize', params });
  headers['mcp-session-id'] = hello.headers.get('mcp-session-id') ?? '';
  expect(await hello.text()).toContain('serverInfo');
  if (!isCaller) return;
  const call = await post({ id: 2, method: 'tools/call', params: { name: 'echo', arguments: { text: 'hello' } } });
  expect(await call.text()).toContain('hello');
}

it('keeps bounded what clients leave behind, and lets go of all of it', async () => {
  const marker = newMarker();
  const gateway = gatewayWith([{ name: 'one', server: faulty('--marker', marker) }], { view: { names: 'plain' } });
  const warm = await serveHttp(gateway, { token: TOKEN });
  await visit(warm, 100, 4);
  await warm.close();
  const before = heap();

  const front = await serveHttp(gateway, { token: TOKEN });
  await visit(front, 1050, 24);
  expect(gateway.health().sessions).toBe(1000);
  // A few sessions have a connection of their own, all others share one.
  expect(processesWith(marker).length).toBeLessThanOrEqual(20);
  const full = heap();
  await front.close();
  expect(gateway.health().sessions).toBe(0);
  await until(() => processesWith(marker).length <= 1, 'the end of the servers of single sessions');
  const after = heap();
  expect(full - before, 'megabytes for 1,000 sessions').toBeLessThan(40);
  expect(after - before, 'megabytes that stay').toBeLessThan(20);

  const quick = await serveHttp(gateway, { token: TOKEN, limits: { sessionIdleMs: 50 } });
  await visit(quick, 20, 0);
  await until(() => gateway.health().sessions === 0, 'the end of sessions that nobody uses');
  await quick.close();
  await gateway.close();
  await until(() => processesWith(marker).length === 0, 'the end of all servers');
});
