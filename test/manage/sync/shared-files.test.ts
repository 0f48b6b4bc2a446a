import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sync } from '../../../src/manage/sync/sync.ts';
import { undo } from '../../../src/store/journal/undo.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { type Workspace, workspace } from '../support/workspace.ts';
import { catalogName } from './support.ts';

const onlyClient = (id: string) => ({ only: ({ client }: { client: { id: string } }) => client.id === id });

function projectCatalog(server: object): Record<string, string> {
  return { 'plugboard.json': JSON.stringify({ servers: { x: { command: 'npx', args: ['x'], ...server } } }) };
}

async function syncAll(space: Workspace, how = {}): Promise<string[]> {
  const { plan } = await sync(space.host, how);
  await applyPlan(space.host, plan);
  return plan.changes.map(({ path }) => path);
}

it.each([
  { tools: { allow: ['a'] }, timeout: 30 },
  { clients: { 'copilot-cli': { args: ['other'] } } },
  { clients: { 'copilot-cli': { timeout: 5 }, qoder: { disabled: true } } },
])('writes an entry that several clients read the same way, whichever is named: %j', async (more) => {
  const space = workspace(projectCatalog({ ...more, targets: ['claude-code', 'copilot-cli', 'qoder'] }));
  await syncAll(space);
  const written = space.read('.mcp.json');
  for (const id of ['qoder', 'copilot-cli', 'claude-code']) {
    expect(await syncAll(space, onlyClient(id))).toEqual([]);
    const other = workspace(projectCatalog({ ...more, targets: ['claude-code', 'copilot-cli', 'qoder'] }));
    await syncAll(other, onlyClient(id));
    expect(other.read('.mcp.json')).toBe(written);
  }
});

it('says which client of a shared file does not get what is meant for it alone', async () => {
  const clients = { 'copilot-cli': { args: ['other'] }, qoder: false };
  const space = workspace(projectCatalog({ clients, targets: ['claude-code', 'copilot-cli', 'qoder'] }));
  const { cells, plan } = await sync(space.host);
  expect(cells).toMatchObject([{ name: 'x', target: { client: { id: 'claude-code' } } }]);
  expect(plan.losses.map(({ client, reason }) => [client, reason])).toEqual([
    ['copilot-cli', 'file-shared'],
    ['qoder', 'file-shared'],
  ]);
});

it('does not take the view of another client for an edit', async () => {
  const more = { tools: { allow: ['a'] }, timeout: 30 };
  const space = workspace(projectCatalog({ ...more, targets: ['copilot-cli'] }));
  await syncAll(space);
  space.write(
    'plugboard.json',
    projectCatalog({ ...more, targets: ['claude-code', 'copilot-cli'] })['plugboard.json'] ?? '',
  );
  const { cells } = await sync(space.host);
  expect(cells.flatMap(({ changes }) => changes.filter(({ by }) => by === 'theirs' || by === 'both'))).toEqual([]);
  await syncAll(space);
  const fresh = workspace({ 'plugboard.json': space.read('plugboard.json') ?? '' });
  await syncAll(fresh);
  expect(space.read('.mcp.json')).toBe(fresh.read('.mcp.json'));
});

it('changes a file once that two clients reach through a link, and one undo gives it back', async () => {
  const cursor = '~/.cursor/mcp.json';
  const servers = {
    both: { command: 'npx', targets: ['cursor', 'windsurf'] },
    one: { command: 'uvx', targets: ['windsurf'] },
  };
  const space = workspace({ [catalogName]: JSON.stringify({ servers }), [cursor]: '{\n  "mcpServers": {}\n}\n' });
  mkdirSync(space.path('~/.codeium/windsurf'), { recursive: true });
  symlinkSync(space.path(cursor), space.path('~/.codeium/windsurf/mcp_config.json'));
  const before = space.files();
  expect(await syncAll(space)).toContain(space.path(cursor));
  expect(Object.keys(JSON.parse(space.read(cursor) ?? '').mcpServers)).toEqual(['both', 'one']);
  expect(await syncAll(space)).toEqual([]);
  space.write(cursor, (space.read(cursor) ?? '').replace('npx', 'bunx'));
  const { cells } = await sync(space.host);
  expect(cells.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['both', 'keep'],
    ['one', 'same'],
  ]);
  space.write(cursor, (space.read(cursor) ?? '').replace('bunx', 'npx'));
  await undo(space.host);
  expect(space.files()).toEqual(before);
});
