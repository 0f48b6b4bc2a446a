import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ClientsAnswer } from '../../src/api/contract/clients.ts';
import type { HistoryDetail } from '../../src/api/contract/history.ts';
import type { Overview } from '../../src/api/contract/overview.ts';
import type { PasteAnswer } from '../../src/api/contract/paste.ts';
import type { ServerDetail } from '../../src/api/contract/servers.ts';
import { Page } from './support/page.ts';

const CANARY = 'kanarie-7f3k9q2x';
const cursor = { client: 'cursor', scope: 'user' };

function withServers(): Page {
  const page = new Page({ KNOWN: 'yes' });
  page.write('.cursor/mcp.json', {
    mcpServers: { github: { command: 'npx', args: ['gh', '--api-key', CANARY], env: { TOKEN: CANARY } } },
  });
  page.write('.codex/config.toml', `[mcp_servers.time]\ncommand = "uvx"\nenv = { API_KEY = "${CANARY}" }\n`);
  return page;
}

async function write(page: Page, operation: unknown): Promise<string> {
  const { body } = await page.post('plans', operation);
  return (await page.post(`plans/${body.id}/write`)).body.historyId as string;
}

test('a new user sees the servers found, and later the catalog', async () => {
  const page = withServers();
  const first = (await page.get('overview')).body as Overview;
  expect(first).toMatchObject({ servers: 2, isFirstRun: true, inCatalog: 0 });
  expect(first.clients.map(({ id }) => id)).toEqual(['codex', 'cursor']);
  await write(page, { kind: 'import' });
  const then = (await page.get('overview')).body as Overview;
  expect(then).toMatchObject({ isFirstRun: false, inCatalog: 2 });
  expect((await page.get('overview/checks')).body).toMatchObject({ outOfSync: 0 });
  expect((await page.get('history')).body).toMatchObject([{ title: expect.stringContaining('import') }]);
  expect(page.replies.join('\n')).not.toContain(CANARY);
});

test('clients say where their files are and what they can do', async () => {
  const page = withServers();
  page.write('.claude.json', '{ "mcpServers": { oops');
  const clients = (await page.get('clients')).body as ClientsAnswer;
  const codex = clients.find(({ id }) => id === 'codex');
  expect(codex).toMatchObject({ isHere: true, servers: 1, transports: expect.arrayContaining(['stdio']) });
  expect(codex?.files[0]).toMatchObject({ format: 'toml', exists: true, servers: 1, writable: true });
  const claude = clients.find(({ id }) => id === 'claude-code');
  const broken = claude?.files.find(({ file }) => file.short === '~/.claude.json');
  expect(broken?.issues[0]).toMatchObject({ severity: 'error', line: 1 });
  expect(clients.some(({ isHere }) => !isHere)).toBe(true);
});

test('any text becomes drafts, whose secrets come back with the word they were given', async () => {
  const page = withServers();
  const text = `{ "mcpServers": { "linear": { "command": "npx", "args": ["-y", "linear"], "env": { "LINEAR_API_KEY": "${CANARY}" } } } }`;
  const { servers, kind } = (await page.post('paste', { text, fileName: 'mcp.json' })).body as PasteAnswer;
  expect(kind).toContain('JSON');
  expect(servers).toMatchObject([
    { name: 'linear', named: true, exists: false, server: { env: { LINEAR_API_KEY: '⟪kept:env.LINEAR_API_KEY⟫' } } },
  ]);
  const [{ name, server, source }] = servers as [PasteAnswer['servers'][number]];
  await write(page, { kind: 'add', servers: [{ name, server, source }], targets: [cursor] });
  expect(page.json('.cursor/mcp.json')).toMatchObject({ mcpServers: { linear: { env: { LINEAR_API_KEY: CANARY } } } });
  const nothing = await page.post('paste', { text: 'just some words' });
  expect([nothing.status, nothing.body.error]).toMatchObject([400, { field: 'text', code: 'paste-unrecognized' }]);
  const command = `claude mcp add weather --env API_KEY=${CANARY} -- npx -y weather`;
  expect((await page.post('paste', { text: command })).body.servers).toMatchObject([{ name: 'weather' }]);
  expect(page.replies.join('\n')).not.toContain(CANARY);
});

test('one secret is revealed on request, and that is logged without it', async () => {
  const page = withServers();
  const [draft] = ((await page.get('servers/github')).body as ServerDetail).drafts;
  const source = draft?.source;
  expect(page.replies.join('\n')).not.toContain(CANARY);
  expect((await page.post('reveal', { source, path: 'env.TOKEN' })).body).toEqual({ value: CANARY });
  expect((await page.post('reveal', { source, path: 'env.OTHER' })).status).toBe(404);
  expect((await page.post('reveal', { source: 'nobody', path: 'env.TOKEN' })).status).toBe(400);
  const logs = join(page.home, 'own/state/logs');
  const noted = readdirSync(logs)
    .map((file) => readFileSync(join(logs, file), 'utf8'))
    .join('');
  expect(noted).toContain('revealed env.TOKEN to the page');
  expect(noted).not.toContain(CANARY);
});

test('names of variables are looked up, never their values', async () => {
  const page = withServers();
  const { body } = await page.post('variables', { names: ['KNOWN', 'MISSING', '__proto__'] });
  expect(body).toEqual([
    { name: 'KNOWN', isSet: true },
    { name: 'MISSING', isSet: false },
    { name: '__proto__', isSet: false },
  ]);
});

test('every change can be looked at again, and a file restored that was changed since', async () => {
  const page = withServers();
  const before = page.read('.cursor/mcp.json');
  const id = await write(page, { kind: 'remove', names: ['github'], targets: [cursor] });
  const detail = (await page.get(`history/${id}`)).body as HistoryDetail;
  expect(detail.diffs).toMatchObject([{ change: 'changed', summary: '1 server removed' }]);
  expect(detail.conflict).toBeUndefined();
  page.write('.cursor/mcp.json', { mcpServers: { other: { command: 'x' } } });
  expect((await page.get(`history/${id}`)).body.conflict).toContain('changed since');
  const refused = await page.post('plans', { kind: 'undo', id });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
  await write(page, { kind: 'restore', id });
  expect(page.read('.cursor/mcp.json')).toBe(before);
  expect((await page.get('history')).body).toHaveLength(2);
  expect((await page.get('history/nothing')).status).toBe(404);
  expect(page.replies.join('\n')).not.toContain(CANARY);
});
