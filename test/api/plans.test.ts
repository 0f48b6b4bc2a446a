import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PlanView, WriteAnswer } from '../../src/api/contract/plans.ts';
import type { ServerDetail } from '../../src/api/contract/servers.ts';
import { Page } from './support/page.ts';

const CANARY = 'kanarie-7f3k9q2x';
const cursor = { client: 'cursor', scope: 'user' };
const claude = { client: 'claude-code', scope: 'user' };
const project = { client: 'claude-code', scope: 'project' };

function withServers(): Page {
  const page = new Page();
  page.write('.cursor/mcp.json', {
    mcpServers: {
      github: { command: 'npx', args: ['gh', '--api-key', CANARY], env: { TOKEN: CANARY }, odd: { kept: 1 } },
    },
  });
  page.write('.claude.json', {
    numStartups: 4,
    theme: 'dark',
    mcpServers: { time: { command: 'uvx', args: ['time'] } },
  });
  return page;
}

async function planned(page: Page, operation: unknown): Promise<PlanView> {
  const { status, body, text } = await page.post('plans', operation);
  expect([status, text]).toEqual([200, expect.anything()]);
  return body as PlanView;
}

async function written(page: Page, operation: unknown, paths?: readonly string[]): Promise<WriteAnswer> {
  const { id } = await planned(page, operation);
  const { status, body, text } = await page.post(`plans/${id}/write`, paths ? { paths } : {});
  expect([status, text]).toEqual([200, expect.anything()]);
  return body as WriteAnswer;
}

async function draftIn(page: Page, name: string, client: string): Promise<ServerDetail['drafts'][number]> {
  const { drafts, entries } = (await page.get(`servers/${name}`)).body as ServerDetail;
  return drafts[entries.findIndex((entry) => entry.client === client)] as ServerDetail['drafts'][number];
}

test('an addition is shown as a diff first, then written, and undone with one undo', async () => {
  const page = withServers();
  const before = page.read('.claude.json');
  const operation = {
    kind: 'add',
    servers: [{ name: 'fetch', server: { transport: 'stdio', command: 'uvx', args: ['-e', 'A=1', '-e', 'B=2, x'] } }],
    targets: [claude, cursor],
  };
  const plan = await planned(page, operation);
  expect(page.read('.claude.json')).toBe(before);
  const file = plan.files.find(({ file: { short } }) => short === '~/.claude.json');
  expect(file).toMatchObject({
    change: 'changed',
    summary: '1 server added, 1 other server and 2 other keys kept',
  });
  expect(file?.hunks[0]?.lines).toContainEqual({ kind: '+', text: expect.stringContaining('"fetch"') });
  expect(plan.newCommands).toEqual([]);
  const answer = (await page.post(`plans/${plan.id}/write`)).body as WriteAnswer;
  expect(answer.files).toHaveLength(2);
  expect(page.json('.cursor/mcp.json')).toMatchObject({
    mcpServers: { fetch: { args: ['-e', 'A=1', '-e', 'B=2, x'] }, github: { odd: { kept: 1 } } },
  });
  expect(page.events).toContainEqual(expect.objectContaining({ type: 'config.changed', by: 'page' }));
  expect((await page.post(`plans/${plan.id}/write`)).status).toBe(404);
  await written(page, { kind: 'undo', id: answer.historyId });
  expect(page.read('.claude.json')).toBe(before);
});

test('the answer says what was asked for and is not written', async () => {
  const page = withServers();
  const feed = { name: 'feed', server: { transport: 'sse', url: 'https://feed.example' } };
  const codex = { client: 'codex', scope: 'user' };
  const { missing, files } = await written(page, { kind: 'add', servers: [feed], targets: [codex, cursor] });
  expect(files).toHaveLength(1);
  expect(missing).toEqual([expect.objectContaining({ server: 'feed', client: 'Codex', field: 'transport' })]);
  const fetch = { name: 'fetch', server: { transport: 'stdio', command: 'uvx' } };
  expect((await written(page, { kind: 'add', servers: [fetch], targets: [cursor] })).missing).toEqual([]);
});

test('a name has to fit, to be free in its file, and a definition to be complete; the field is named', async () => {
  const page = withServers();
  const add = async (name: string, server: unknown): Promise<unknown> =>
    (await page.post('plans', { kind: 'add', servers: [{ name, server }], targets: [claude] })).body.error;
  expect(await add('Fetch', { command: 'x' })).toMatchObject({ field: 'servers.0.name', code: 'server-invalid' });
  expect(await add('time', { command: 'x' })).toMatchObject({ field: 'servers.0.name', code: 'server-exists' });
  expect(await add('fetch', { transport: 'http', url: 'ftp://x' })).toMatchObject({ field: 'servers.0.server.url' });
  expect(await add('fetch', { transport: 'stdio' })).toMatchObject({ field: 'servers.0.server.command' });
  expect(await add('fetch', { command: 'x', timeout: 0 })).toMatchObject({ field: 'servers.0.server.timeout' });
  expect((await page.post('plans', { kind: 'add', servers: [], targets: [claude] })).body.error.field).toBe('servers');
  expect((await page.post('plans', { kind: 'nothing' })).body.error.field).toBe('kind');
});

test('what was not touched is kept on save, also in another file', async () => {
  const page = withServers();
  const { server, source } = await draftIn(page, 'github', 'cursor');
  const edited = { ...server, args: ['gh', '--verbose', '--api-key', '⟪kept:args.2⟫'] };
  await written(page, { kind: 'update', name: 'github', server: edited, source, targets: [cursor, claude] });
  const github = { args: ['gh', '--verbose', '--api-key', CANARY], env: { TOKEN: CANARY } };
  expect(page.json('.cursor/mcp.json')).toMatchObject({ mcpServers: { github: { ...github, odd: { kept: 1 } } } });
  expect(page.json('.claude.json')).toMatchObject({ theme: 'dark', mcpServers: { github } });
  expect(page.replies.join('\n')).not.toContain(CANARY);
});

test('an unknown placeholder is rejected, with its field', async () => {
  const page = withServers();
  const { source } = await draftIn(page, 'github', 'cursor');
  const server = { command: 'npx', env: { OTHER: '⟪kept:env.OTHER⟫' } };
  const operation = { kind: 'update', name: 'github', server, source, targets: [cursor] };
  const { status, body } = await page.post('plans', operation);
  expect([status, body.error.field]).toEqual([400, 'server.env.OTHER']);
  const elsewhere = await page.post('plans', { ...operation, source: 'unheard-of' });
  expect([elsewhere.status, elsewhere.body.error]).toMatchObject([400, { field: 'source', code: 'source-unknown' }]);
});

test('a server gets another name, and what names the old one is said', async () => {
  const page = withServers();
  page.write('.claude/settings.json', { permissions: { allow: ['mcp__time__now'] } });
  const { server, source } = await draftIn(page, 'time', 'claude-code');
  const operation = { kind: 'update', name: 'time', renameTo: 'clock', server, source, targets: [claude] };
  const { references } = await planned(page, operation);
  expect(references).toMatchObject([{ file: { short: '~/.claude/settings.json' }, line: expect.any(Number) }]);
  await written(page, operation);
  expect(Object.keys((page.json('.claude.json') as { mcpServers: object }).mcpServers)).toEqual(['clock']);
});

test('a file that was changed meanwhile is not written over: the answer has the plan as it is now', async () => {
  const page = withServers();
  const plan = await planned(page, { kind: 'remove', names: ['time'] });
  page.write('.claude.json', { theme: 'light', mcpServers: { time: { command: 'uvx', args: ['other'] } } });
  const { status, body } = await page.post(`plans/${plan.id}/write`);
  expect([status, body.error.code]).toEqual([409, 'conflict']);
  const fresh = body.error.fresh as PlanView;
  expect(JSON.stringify(fresh.files)).toContain('other');
  expect(page.json('.claude.json')).toMatchObject({ theme: 'light', mcpServers: { time: {} } });
  expect((await page.post(`plans/${fresh.id}/write`)).status).toBe(200);
  expect(page.read('.claude.json')).not.toContain('uvx');
});

test('an edit of a definition that another program has changed is a conflict', async () => {
  const page = withServers();
  const { server, source } = await draftIn(page, 'time', 'claude-code');
  page.write('.claude.json', { mcpServers: { time: { command: 'uvx', args: ['newer'] } } });
  const operation = { kind: 'update', name: 'time', server: { ...server, timeout: 60 }, source, targets: [claude] };
  expect((await planned(page, operation)).issues).toMatchObject([{ code: 'changed-since' }]);
});

test('some files of a plan can be written and others left', async () => {
  const page = withServers();
  await written(page, { kind: 'copy', names: ['time'], targets: [cursor, project] });
  const plan = await planned(page, { kind: 'remove', names: ['time'] });
  expect(plan.files).toHaveLength(3);
  const path = page.path('work/.mcp.json');
  const answer = (await page.post(`plans/${plan.id}/write`, { paths: [path] })).body as WriteAnswer;
  expect(answer.files.map(({ file }) => file.path)).toEqual([path]);
  // It came with us, so it goes with its last server, and so does what we had noted about it.
  expect(existsSync(path)).toBe(false);
  expect(page.read('.claude.json')).toContain('"time"');
  const unknown = await page.post(`plans/${(await planned(page, { kind: 'remove', names: ['time'] })).id}/write`, {
    paths: ['/elsewhere'],
  });
  expect([unknown.status, unknown.body.error.field]).toEqual([400, 'paths']);
});

test('what a project is given to run is named before it is written, and waits for approval after', async () => {
  const page = withServers();
  const operation = { kind: 'copy', names: ['time'], targets: [project] };
  expect((await planned(page, operation)).newCommands).toEqual(['time: uvx time']);
  await written(page, { kind: 'add', servers: [{ name: 'new-one', server: { command: 'make' } }], targets: [project] });
  expect((await page.get('servers/new-one')).body.status.name).toBe('needs-approval');
});

test('servers are switched off and on in each client in its own way', async () => {
  const page = withServers();
  const before = page.read('.claude.json');
  await written(page, { kind: 'disable', names: ['time', 'github'] });
  const { servers } = (await page.get('servers')).body;
  expect(servers.map((one: { status: { name: string } }) => one.status.name)).toEqual(['off', 'off']);
  await written(page, { kind: 'enable', names: ['time', 'github'] });
  expect(page.read('.claude.json')).toBe(before);
});

test('everything that is found comes into the catalog in one step', async () => {
  const page = withServers();
  const plan = await planned(page, { kind: 'import' });
  expect(plan.files).toMatchObject([{ change: 'created', clients: ['Catalog'], summary: '2 servers added' }]);
  expect(JSON.stringify(plan)).not.toContain(CANARY);
});

test('a plain secret becomes a reference', async () => {
  const page = withServers();
  const { source } = await draftIn(page, 'github', 'cursor');
  await written(page, { kind: 'move-secret', source, path: 'env.TOKEN', variable: 'GITHUB_TOKEN' });
  expect(page.json('.cursor/mcp.json')).toMatchObject({
    mcpServers: { github: { env: { TOKEN: '${env:GITHUB_TOKEN}' }, args: ['gh', '--api-key', CANARY] } },
  });
});

test('plain secrets move to the vault', async () => {
  const page = withServers();
  const plan = await planned(page, { kind: 'migrate-secrets', names: ['github'] });
  expect(plan.issues).toMatchObject([{ code: 'secrets-stored', severity: 'info' }]);
  await written(page, { kind: 'migrate-secrets', names: ['github'] });
  expect(page.read('.cursor/mcp.json')).not.toContain(CANARY);
  expect(page.replies.join('\n')).not.toContain(CANARY);
});

test('the plan for plain secrets says that other projects have more, and how they are moved', async () => {
  const page = withServers();
  const github = { command: 'gh', env: { TOKEN: `${CANARY}-other` } };
  page.write('.claude.json', JSON.stringify({ projects: { '/another/project': { mcpServers: { github } } } }));
  const plan = await planned(page, { kind: 'migrate-secrets', names: ['github'] });
  const other = plan.issues.find(({ code }) => code === 'secrets-elsewhere');
  expect(other?.message).toContain('plugboard secrets migrate github');
  await written(page, { kind: 'migrate-secrets', names: ['github'] });
  expect(page.read('.claude.json')).toContain(CANARY);
});

test('a new server with a plain secret is offered the vault, and no file gets the secret then', async () => {
  const page = new Page();
  const server = { command: 'node', args: ['x.js'], env: { API_TOKEN: CANARY } };
  const operation = { kind: 'add', servers: [{ name: 'box', server }], targets: [cursor] } as const;
  expect((await planned(page, operation)).issues).toMatchObject([{ code: 'add-plain-secrets' }]);
  expect((await planned(page, { ...operation, vault: true })).issues).toMatchObject([{ code: 'secrets-stored' }]);
  await written(page, { ...operation, vault: true });
  expect(page.json('.cursor/mcp.json')).toMatchObject({
    mcpServers: { box: { env: { API_TOKEN: '{secret:API_TOKEN}' } } },
  });
  expect(page.replies.join('\n')).not.toContain(CANARY);
});

test('a server is cloned under a free name', async () => {
  const page = withServers();
  await written(page, { kind: 'clone', name: 'github', as: 'github-2', targets: [cursor] });
  expect(page.json('.cursor/mcp.json')).toMatchObject({ mcpServers: { 'github-2': { env: { TOKEN: CANARY } } } });
  const taken = await page.post('plans', { kind: 'clone', name: 'github', as: 'github-2', targets: [cursor] });
  expect([taken.status, taken.body.error.field]).toEqual([409, 'as']);
  expect(page.replies.join('\n')).not.toContain(CANARY);
});

test('a server is deleted and edited in files that its client ignores', async () => {
  const settings = [
    ['.claude/settings.json', 'user'],
    ['work/.claude/settings.json', 'project'],
    ['work/.claude/settings.local.json', 'local'],
  ] as const;
  for (const [file, scope] of settings) {
    const page = new Page();
    page.write(file, { mcpServers: { 'team-wiki': { command: 'npx', args: ['wiki'] } }, model: 'x' });
    const targets = [{ client: 'claude-code', scope, variant: 'settings' }];
    const { server, source } = await draftIn(page, 'team-wiki', 'claude-code');
    const changed = { ...server, command: 'uvx' };
    const edit = await planned(page, { kind: 'update', name: 'team-wiki', server: changed, source, targets });
    expect(edit.files).toMatchObject([{ summary: '1 server changed, 1 other key kept', clients: ['Claude Code'] }]);
    for (const operation of [{ targets }, {}]) {
      const plan = await planned(page, { kind: 'remove', names: ['team-wiki'], ...operation });
      expect(plan.files).toMatchObject([{ summary: '1 server removed, 1 other key kept' }]);
    }
    await written(page, { kind: 'remove', names: ['team-wiki'], targets });
    expect(page.read(file)).not.toContain('team-wiki');
  }
});

test('a rename takes references along, and old names lead to the present one until it is undone', async () => {
  const page = withServers();
  const settings = '.claude/settings.json';
  page.write(settings, { permissions: { allow: ['mcp__time__now'] } });
  page.write('.claude/agents/team/a.md', '---\ntools: Read, mcp__time__now\n---\n');
  const { server, source } = await draftIn(page, 'time', 'claude-code');
  const operation = { kind: 'update', name: 'time', renameTo: 'clock', server, source, targets: [claude] };
  expect((await planned(page, operation)).references).toHaveLength(2);
  const plan = await planned(page, { ...operation, references: true });
  expect(plan.references).toEqual([]);
  expect(plan.files).toHaveLength(3);
  const { historyId } = await written(page, { ...operation, references: true });
  expect(page.read(settings)).toContain('mcp__clock__now');
  expect(page.read('.claude/agents/team/a.md')).toContain('mcp__clock__now');
  expect((await page.get('servers/time')).body).toMatchObject({ error: { renamedTo: 'clock' } });
  await written(page, { kind: 'undo', id: historyId });
  expect(page.read(settings)).toContain('mcp__time__now');
  expect((await page.get('servers/clock')).body).toMatchObject({ error: { renamedTo: 'time' } });
});

test('references in some files only can be taken along', async () => {
  const page = withServers();
  page.write('.claude/settings.json', { permissions: { allow: ['mcp__time__now', 'Bash'] } });
  page.write('.claude/agents/a.md', '---\ntools: Read, mcp__time__now\n---\n');
  const operation = { kind: 'remove', names: ['time'], references: true };
  const { files } = await planned(page, operation);
  const chosen = files.map(({ file }) => file.path).filter((path) => !path.endsWith('.md'));
  await written(page, operation, chosen);
  expect(page.read('.claude/settings.json')).not.toContain('mcp__time');
  expect(page.read('.claude/agents/a.md')).toContain('mcp__time');
  expect(page.read('.claude.json')).not.toContain('uvx');
});
