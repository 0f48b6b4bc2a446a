import { expect, test } from 'vitest';
import { started } from '../../runtime/support/remote.ts';
import { ask, front } from '../http/support/visitor.ts';
import { gatewayWith, greeted, memory } from '../support/gateway-with.ts';

const fails = `process.stderr.write('API_KEY=sk-live-51Habcdefghijklmnop \\u001B[31mno'); process.exit(3)`;

test('reports the state of each server without secrets and invisible characters', async () => {
  const dead = { name: 'dead', server: { command: process.execPath, args: ['-e', fails], retries: 0 } };
  const gone = {
    name: 'gone',
    server: { command: '/nowhere/API_KEY=sk-live-51Habcdefghijklmnop\u001B[31m', retries: 0 },
  };
  const gateway = gatewayWith([dead, gone], { isEager: true, pins: memory() });
  const door = await front(gateway);
  await (await greeted(gateway)).request('tools/list');
  await expect.poll(() => gateway.health().servers.map(({ state }) => state)).toEqual(['failed', 'failed']);
  expect((await ask(door, { method: 'GET', path: '/ready' })).status).toBe(200);
  const { json, text } = await ask(door, { method: 'GET', path: '/health' });
  expect(json.servers).toMatchObject([
    { name: 'dead', state: 'failed', tools: 0, quarantined: [], calls: 0, errors: 0 },
    { name: 'gone', state: 'failed' },
  ]);
  for (const { reason } of json.servers) expect(reason).toEqual(expect.any(String));
  expect(text).not.toContain('51Habcdefghijklmnop');
  expect(json.servers.map(({ reason }: { reason: string }) => reason).join('')).not.toContain('\u001B');
});

test('a sign-in is proposed only where it would be used', async () => {
  const { url } = await started((_, response) => void response.writeHead(401).end());
  const own = { name: 'own', server: { url, headers: { Authorization: 'Bearer x' } } };
  const gateway = gatewayWith([{ name: 'open', server: { url } }, own], { isEager: true });
  await (await greeted(gateway)).request('tools/list');
  await expect
    .poll(() => gateway.health().servers)
    .toMatchObject([
      { state: 'needs-sign-in', tip: 'plugboard auth login open' },
      { state: 'failed', tip: 'Check the value of that header.' },
    ]);
});
