import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openGateway } from '../../../src/cli/gateway/open-gateway.ts';
import { auditGateway, openAuditLog } from '../../../src/gateway/audit/audit-log.ts';
import type { HttpFront } from '../../../src/gateway/http/serve-http.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { startHttp, withSessions } from '../../runtime/servers/http.mjs';
import { ask, front, listen, type Message, modern, TOKEN } from './support/visitor.ts';

const probe = {
  command: process.execPath,
  args: [fileURLToPath(new URL('../probe/probe-server.mjs', import.meta.url))],
};

/** The front of a gateway with these servers in a file of an assistant. */
async function frontOf(mcpServers: Record<string, unknown>, audit?: string): Promise<HttpFront> {
  const home = mkdtempSync(join(homedir(), 'gateway-'));
  mkdirSync(join(home, '.cursor'));
  writeFileSync(join(home, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers }));
  const host = {
    ...nodeHost(),
    home,
    cwd: home,
    env: { PATH: process.env['PATH'], PLUGBOARD_HOME: join(home, 'own') },
  };
  const { gateway } = await openGateway(host, { view: { names: 'plain' } });
  onTestFinished(async () => gateway.close());
  const log = audit === undefined ? undefined : openAuditLog({ path: audit });
  if (log) onTestFinished(auditGateway(gateway, log));
  return front(gateway, log ? { audit: log } : {});
}

/** A client as others have it. */
async function client({ url }: HttpFront, mode: 'legacy' | 'auto'): Promise<Client> {
  const made = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, capabilities: { roots: {} } },
  );
  made.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///here' }] }));
  const headers = { authorization: `Bearer ${TOKEN}` };
  await made.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(async () => made.close());
  return made;
}

describe.each([['legacy'], ['auto']] as ['legacy' | 'auto'][])('the official client, %s', (mode) => {
  it('lists, calls, reads, and hears of progress', async () => {
    const door = await frontOf({ probe });
    const visitor = await client(door, mode);
    expect(visitor.getNegotiatedProtocolVersion()).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28');
    const { tools } = await visitor.listTools();
    expect(tools.map(({ name }) => name)).toContain('progress');
    const heard: number[] = [];
    await visitor.callTool({ name: 'progress', arguments: {} }, { onprogress: ({ progress }) => heard.push(progress) });
    expect(heard.length).toBeGreaterThan(0);
    const { contents } = await visitor.readResource({ uri: 'probe://r1' });
    expect(contents[0]?.uri).toBe('probe://r1');
    await expect(visitor.callTool({ name: 'nobody has this' })).rejects.toThrow(/nobody has this/);
  });
});

it('answers a server that asks its client, over the stream of the call', async () => {
  const visitor = await client(await frontOf({ probe }), 'legacy');
  const { content } = await visitor.callTool({ name: 'roots', arguments: {} });
  expect(JSON.stringify(content)).toContain('file:///here');
});

it('gives a server neither the token nor any other header of a client', async () => {
  const upstream = await startHttp(withSessions().handler);
  onTestFinished(async () => upstream.close());
  const door = await frontOf({ remote: { url: upstream.url, headers: { 'x-own': 'ours' } } });
  const tools = modern('tools/list');
  const { json } = await ask(door, { ...tools, headers: { ...tools.headers, cookie: 'a=b', 'x-client': 'theirs' } });
  const [{ name }] = json.result.tools;
  const call = modern('tools/call', { name, arguments: {} });
  expect((await ask(door, { ...call, headers: { ...call.headers, cookie: 'a=b' } })).status).toBe(200);
  expect(upstream.asked()).toContain('POST tools/call');
  expect(upstream.requests.every(({ headers }) => headers['x-own'] === 'ours')).toBe(true);
  const sent = JSON.stringify(upstream.requests.map(({ headers, message }) => [headers, message]));
  for (const own of [TOKEN, 'a=b', 'theirs']) expect(sent).not.toContain(own);
});

it('tells a client of the modern era what changes, and the log who called what', async () => {
  const audit = join(mkdtempSync(join(homedir(), 'audit-')), 'log.jsonl');
  const door = await frontOf({ probe }, audit);
  await ask(door, modern('tools/list'));
  const stream = await listen(door, modern('subscriptions/listen', { notifications: { toolsListChanged: true } }, 7));
  const next = async (): Promise<Message> => JSON.parse((await stream.next())?.data ?? 'null');
  expect(await next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
  const secret = { text: 'hunter2' };
  expect((await ask(door, modern('tools/call', { name: 'grow', arguments: secret }))).status).toBe(200);
  const { method, params } = await next();
  expect(method).toBe('notifications/tools/list_changed');
  expect(params['_meta']['io.modelcontextprotocol/subscriptionId']).toBe(7);
  expect((await ask(door, modern('nobody/knows'))).status).toBe(404);
  const call = '"method":"tools/call","server":"probe","item":"grow","outcome":"ok"';
  const written = (): string => (existsSync(audit) ? readFileSync(audit, 'utf8') : '');
  await expect.poll(written, { timeout: 30_000 }).toContain(call);
  expect(written()).not.toContain('hunter2');
  const { text } = await ask(door, { method: 'GET', path: '/metrics' });
  expect(text).toContain('plugboard_calls_total{server="probe",method="tools/call",outcome="ok"} 1');
  stream.drop();
});

it('sends and receives large messages', async () => {
  const door = await frontOf({ probe });
  const text = 'x'.repeat(3_000_000);
  await ask(door, modern('tools/list'));
  const { json } = await ask(door, modern('tools/call', { name: 'echo', arguments: { text } }, 'large'));
  expect(json.id).toBe('large');
  expect(json.error ?? json.result.content[0].text).toHaveLength(text.length);
});
