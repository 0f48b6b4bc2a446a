import { chmodSync, statSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { hasRedis, startRedis } from '../gateway/team/support/redis.ts';
import { toolbox } from './runtime/support/servers.ts';
import { type Machine, machine } from './support/machine.ts';
import { messageIn, servingHttp } from './support/serving.ts';

const file = '~/.local/state/plugboard/gateway-tokens.json';
const created = (here: Machine, ...args: string[]): string => {
  const { code, stdout } = here.run(['gateway', 'token', 'create', ...args]);
  expect(code).toBe(0);
  return stdout.trim();
};

async function ask(url: string, token: string, method: string, params: object = {}): Promise<Response> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      connection: 'close',
    },
  });
}

test('a token is created, used within its view, listed with its last use, and revoked while the gateway runs', async () => {
  const here = machine();
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { box: toolbox(), crate: toolbox() } }));
  const url = await servingHttp(here);
  const token = created(here, 'alice', '--only', 'box', '--expires', '90d');
  expect(token).toMatch(/^pbg_[\w-]{43}$/);
  expect(here.read(file)).not.toContain(token);
  if (process.platform !== 'win32') expect(statSync(here.path(file)).mode & 0o777).toBe(0o600);
  const status = async (): Promise<number> => (await ask(url, token, 'server/discover')).status;
  await expect.poll(status).toBe(200);
  const { tools } = (await messageIn(await ask(url, token, 'tools/list'))).result as { tools: { name: string }[] };
  expect(tools.length).toBeGreaterThan(0);
  expect(tools.filter(({ name }) => !name.startsWith('mcp_box_'))).toEqual([]);
  const stream = await ask(url, token, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  const listed = here.ask(['gateway', 'token', 'list']).data.tokens;
  expect(listed).toEqual([
    { name: 'alice', view: '?only=box', use: 'clients', created: expect.any(String), expires: expect.any(String) },
  ]);
  expect(here.run(['gateway', 'token', 'revoke', 'alice'])).toMatchObject({ code: 0 });
  await expect.poll(status).toBe(401);
  // What was open has ended.
  expect(await stream.text()).toContain('acknowledged');
  expect(here.ask(['gateway', 'token']).data).toEqual({ tokens: [] });
});

test('dry runs write nothing, names are unique, and mistakes are explained', () => {
  const here = machine();
  const dry = here.run(['gateway', 'token', 'create', 'alice', '--dry-run']);
  expect(dry).toMatchObject({ code: 0, stdout: '' });
  expect(here.everything().filter((name) => name.includes('gateway-tokens.json'))).toEqual([]);
  created(here, 'alice');
  const text = here.read(file);
  expect(here.ask(['gateway', 'token', 'create', 'alice'])).toMatchObject({
    code: 5,
    errors: [{ code: 'token-exists' }],
  });
  expect(here.ask(['gateway', 'token', 'create', 'alice', '--dry-run'])).toMatchObject({ code: 5 });
  const unknown = here.ask(['gateway', 'token', 'revoke', 'alise']);
  expect(unknown).toMatchObject({ code: 4, errors: [{ code: 'token-unknown' }] });
  expect(unknown.errors[0]?.message).toContain('Did you mean "alice"?');
  expect(here.run(['gateway', 'token', 'revoke', 'alice', '--dry-run'])).toMatchObject({ code: 0 });
  expect(here.read(file)).toBe(text);
  expect(here.run(['gateway', 'token', 'revok'])).toMatchObject({ code: 2 });
  expect(here.run(['gateway', 'token', 'revok']).stderr).toContain('did you mean revoke?');
  for (const args of [
    ['a b'],
    ['x', '--expires', '2020-01-01'],
    ['x', '--expires', 'soon'],
    ['x', '--expires', '0d'],
    ['x', '--metrics', '--only', 'box'],
    ['x', '--names', 'odd'],
  ])
    expect(here.run(['gateway', 'token', 'create', ...args])).toMatchObject({ code: 2, stdout: '' });
  expect(here.run(['__complete', '3', 'gateway', 'token', 'revoke', 'al']).stdout).toContain('alice');
});

test.skipIf(process.platform === 'win32')('a file that others can read or that is damaged lets nobody in', () => {
  const here = machine();
  created(here, 'alice');
  chmodSync(here.path(file), 0o644);
  expect(here.ask(['gateway', 'token', 'list'])).toMatchObject({ ok: false, errors: [{ code: 'place-unsafe' }] });
  chmodSync(here.path(file), 0o600);
  here.write(file, '{"version":1,"tokens":[{"name":"x","hash":"short","use":"clients","created":""}]}');
  expect(here.ask(['gateway', 'token', 'list'])).toMatchObject({ ok: false, errors: [{ code: 'place-unsafe' }] });
});

test.skipIf(!hasRedis)('with a shared state, tokens are there and not on this machine (redis-server)', async () => {
  const redis = await startRedis();
  onTestFinished(async () => redis.close());
  const here = machine();
  const where = ['--state', `${redis.url}?prefix=x`];
  const token = created(here, 'alice', '--only', 'box', ...where);
  expect(here.everything().filter((name) => name.includes('gateway-tokens'))).toEqual([]);
  expect(await redis.command('HGET', 'x:1:{tokens}', 'alice')).not.toContain(token);
  const alice = { name: 'alice', view: '?only=box', use: 'clients', created: expect.any(String) };
  // The variable that `serve` reads, too.
  const listed = here.ask(['gateway', 'token', 'list'], { env: { PLUGBOARD_STATE: where[1] ?? '' } });
  expect(listed.data.tokens).toEqual([alice]);
  expect(here.ask(['gateway', 'token', 'create', 'alice', ...where])).toMatchObject({ code: 5 });
  expect(here.run(['gateway', 'token', 'revoke', 'alice', ...where])).toMatchObject({ code: 0 });
  expect(await redis.command('EXISTS', 'x:1:{tokens}')).toBe('0');
  await redis.kill();
  const away = here.ask(['gateway', 'token', 'revoke', 'alice', ...where]);
  expect(away).toMatchObject({
    code: 2,
    errors: [{ message: expect.stringMatching(/^The shared state cannot be reached: .*ECONNREFUSED/) }],
  });
});

test.each([
  ['gateway', 'token', 'list'],
  ['gateway', 'token', 'create', 'alice'],
  ['gateway', 'token', 'revoke', 'alice'],
  ['gateway', 'sign-out', 'token:alice'],
  ['reload', 'box', '--accept'],
])('%s %s %s uses the state that PLUGBOARD_STATE names', (...args) => {
  const here = machine();
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { box: { command: 'true' } } }));
  const env = { PLUGBOARD_STATE: 'redis://127.0.0.1:1' };
  const { code, stderr } = here.run(args, { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining('The shared state cannot be reached: ')]);
  // An option replaces it.
  expect(here.run([...args, '--state', 'memory'], { env }).stderr).not.toContain('shared state');
});
