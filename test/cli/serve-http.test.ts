import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { durationText } from '../../src/model/text/duration-text.ts';
import { toolbox } from './runtime/support/servers.ts';
import { type Machine, machine } from './support/machine.ts';
import { messageIn, servingHttp } from './support/serving.ts';

const tokenFile = '~/.local/state/plugboard/gateway-token';
const tokenOf = (here: Machine): string => here.read(tokenFile).trim();

async function ask(
  url: string,
  token: string | undefined,
  method?: string,
  params: { readonly name?: string } & object = {},
): Promise<Response> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    accept: 'application/json, text/event-stream',
    connection: 'close',
  };
  if (method === undefined) return fetch(url, { headers });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } });
  const own = { 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
  const name = params.name === undefined ? {} : { 'mcp-name': params.name };
  return fetch(url, { method: 'POST', body, headers: { ...headers, ...own, ...name } });
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers of any shape
const json = async (response: Response): Promise<any> => response.json();

async function toolsAt(url: string, token: string): Promise<string[]> {
  const { result } = await messageIn(await ask(url, token, 'tools/list'));
  return result.tools.map(({ name }: { name: string }) => name);
}

test('a new token invalidates the old one while the gateway runs', async () => {
  const here = machine();
  const url = await servingHttp(here);
  const old = tokenOf(here);
  const status = async (token: string): Promise<number> => (await ask(url, token, 'server/discover')).status;
  expect(await status(old)).toBe(200);
  const listen = { notifications: { toolsListChanged: true } };
  const stream = await ask(url, old, 'subscriptions/listen', listen);
  expect(stream.status).toBe(200);
  const { code, stdout, stderr } = here.run(['serve', '--new-token']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  const now = tokenOf(here);
  expect(now).not.toBe(old);
  expect(stderr).toContain('gateway-token');
  expect(stderr).not.toContain(now);
  if (process.platform !== 'win32') expect(statSync(here.path(tokenFile)).mode & 0o777).toBe(0o600);
  await expect.poll(async () => status(old)).toBe(401);
  expect(await status(now)).toBe(200);
  // What was open with the old one has ended.
  expect(await stream.text()).toContain('acknowledged');
  // Without a private token file, all requests are rejected.
  here.remove(tokenFile);
  await expect.poll(async () => status(now)).toBe(401);
});

test('who connects by address has a view of its own, and how servers stand is told to those with the token', async () => {
  const here = machine();
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { box: toolbox(), crate: toolbox() } }));
  const url = await servingHttp(here, ['--deny', '*_crash']);
  const connect = ['connect', 'claude-code', '--http', url, '--only', 'box', '--deny', 'r*', '--names', 'plain'];
  expect(here.run(connect)).toMatchObject({ code: 0 });
  const { plugboard } = JSON.parse(here.read('~/.claude.json')).mcpServers;
  expect(plugboard.url).toBe(`${url}/claude-code?only=box&deny=r*&names=plain`);
  const token = tokenOf(here);
  const names = await toolsAt(plugboard.url, token);
  expect(names).toEqual(expect.arrayContaining(['add', 'echo']));
  expect(names.filter((name) => /^r|crash|mcp_/.test(name))).toEqual([]);
  const all = await toolsAt(url, token);
  expect(all).toEqual(expect.arrayContaining(['mcp_box_refuse', 'mcp_crate_add']));
  expect(all.filter((name) => name.endsWith('crash'))).toEqual([]);
  const base = new URL('/', url).href;
  expect(await json(await ask(`${base}health`, undefined))).toEqual({ status: 'ok' });
  const health = await json(await ask(`${base}health`, token));
  expect(health.servers.map(({ name }: { name: string }) => name).toSorted()).toEqual(['box', 'crate']);
  expect(health.servers[0]).toMatchObject({ state: 'ready', tools: 9, quarantined: [], calls: 0, errors: 0 });
  expect(await json(await ask(`${base}ready`, undefined))).toEqual({ status: 'ready' });
  const refused = await ask(`${url}/claude-code?none=1`, token, 'tools/list');
  expect([refused.status, (await json(refused)).error.message]).toEqual([
    400,
    'Unknown view parameter "none"; allowed are only, allow, deny, names, search',
  ]);
});

test('a gateway that cannot listen ends, with its servers', async () => {
  const here = machine();
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { box: toolbox() } }));
  const { port } = new URL(await servingHttp(here));
  expect(here.run(['serve', '--http', port])).toMatchObject({ code: 2, stdout: '' });
});

test.each(['abc', '127.0.0.1:3000', '65536', '-1', '1.5', '1e3'])('%s is not a port', (port) => {
  expect(machine().run(['serve', `--http=${port}`])).toMatchObject({ code: 2, stdout: '' });
});

test('gateway status shows what the gateway publishes, as text and as JSON', async () => {
  const here = machine();
  expect(here.run(['gateway', 'status'])).toMatchObject({ code: 0, stdout: expect.stringContaining('No gateway') });
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { box: toolbox() } }));
  const url = await servingHttp(here);
  const alice = here.run(['gateway', 'token', 'create', 'alice']).stdout.trim();
  const add = { name: 'mcp_box_add', arguments: { a: 1, b: 2 } };
  await expect.poll(async () => (await ask(url, alice, 'tools/call', add)).status).toBe(200);
  const { data } = here.ask(['gateway', 'status']);
  const [{ figures }] = data.gateways;
  expect(figures.calls).toEqual({ finished: 1, failed: 0 });
  expect(figures.principals).toMatchObject([{ name: 'token:alice', calls: { finished: 1 }, p50: expect.any(Number) }]);
  expect(figures.servers[0]).toMatchObject({ name: 'box', calls: { finished: 1 } });
  // One of them was published in seconds, so the last digits may differ.
  expect(figures.servers[0].p99).toBeCloseTo(figures.principals[0].p99, 9);
  const { stdout } = here.run(['gateway', 'status']);
  const duration = durationText(figures.principals[0].p99).replace('.', '\\.');
  expect(stdout).toMatch(new RegExp(`token:alice +user +1 +0 +${duration} +${duration}`));
  expect(stdout).toContain('0 sessions, 1 call, 0 errors, 0 in flight');
});
