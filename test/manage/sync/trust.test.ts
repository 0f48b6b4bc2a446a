import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sync } from '../../../src/manage/sync/sync.ts';
import { readCopiedDefinitions } from '../../../src/store/approvals/copied-definitions.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { workspace } from '../support/workspace.ts';
import { catalogName } from './support.ts';

const evil = { command: 'evil', args: ['now'] };

it('does not write a server of a project to a file of the user without approval', async () => {
  const space = workspace({
    'plugboard.json': JSON.stringify({ servers: { x: { ...evil, targets: ['cursor:user'] } } }),
  });
  const { plan } = await sync(space.host);
  expect(plan.copies).toMatchObject([{ name: 'x', startedBy: 'cursor' }]);
  await expect(applyPlan(space.host, plan)).rejects.toMatchObject({ code: 'approval-needed' });
  expect(space.read('~/.cursor/mcp.json')).toBeUndefined();
  await applyPlan(space.host, plan, { isApproved: async () => true });
  expect(space.read('~/.cursor/mcp.json')).toContain('evil');
});

it('keeps what is pulled from a file of a project unapproved', async () => {
  const mine = { command: 'npx', args: ['x'], targets: ['claude-code:project'] };
  const space = workspace({ [catalogName]: JSON.stringify({ servers: { x: mine } }) });
  await applyPlan(space.host, (await sync(space.host)).plan);
  space.write('.mcp.json', (space.read('.mcp.json') ?? '').replace('npx', 'evil'));
  const { plan } = await sync(space.host, { pull: true });
  await applyPlan(space.host, plan);
  expect(space.read(catalogName)).toContain('evil');
  const born = await readCopiedDefinitions(space.host);
  expect(born.projectOf({ command: 'evil', args: ['x'] })).toBe(space.host.cwd);
});

it('a catalog of another project neither prunes nor takes over what this one wrote', async () => {
  const space = workspace({
    'plugboard.json': JSON.stringify({ servers: { x: { ...evil, targets: ['cursor:user'] } } }),
  });
  await applyPlan(space.host, (await sync(space.host)).plan, { isApproved: async () => true });
  const written = space.read('~/.cursor/mcp.json');
  space.write('other/plugboard.json', JSON.stringify({ servers: { x: { command: 'npx', targets: ['cursor:user'] } } }));
  const there = { ...space.host, cwd: space.path('other') };
  const planned = await sync(there, { prune: true, prefer: 'mine' });
  expect(planned.cells).toMatchObject([{ name: 'x', outcome: 'blocked', blocked: 'other-catalog' }]);
  await applyPlan(there, planned.plan);
  expect(space.read('~/.cursor/mcp.json')).toBe(written);
});

it('asks approval for what a client gets, not for what the entry says for others', async () => {
  const entry = { command: 'npx', args: ['good'], clients: { cursor: evil }, targets: ['cursor:user'] };
  const space = workspace({ 'plugboard.json': JSON.stringify({ servers: { x: entry } }) });
  const { plan } = await sync(space.host);
  expect(plan.copies).toMatchObject([{ name: 'x', server: evil, startedBy: 'cursor' }]);
  await expect(applyPlan(space.host, plan)).rejects.toMatchObject({ code: 'approval-needed' });
});

it.each(['theirs', 'keep'] as const)(
  'asks approval for what is pulled from a project and written on: %s',
  async (how) => {
    const mine = { command: 'npx', args: ['x'], targets: ['cursor:project', 'cursor:user', 'codex'] };
    const space = workspace({
      [catalogName]: JSON.stringify({ servers: { x: mine } }),
      '.cursor/mcp.json': JSON.stringify({ mcpServers: { x: { command: 'evil', args: ['x'] } } }),
    });
    const { plan } = await sync(space.host, { decide: () => () => how });
    expect(plan.copies?.filter(({ startedBy }) => startedBy !== undefined).map((copy) => copy.startedBy)).toEqual(
      how === 'keep' ? ['cursor'] : ['codex', 'cursor'],
    );
    await expect(applyPlan(space.host, plan)).rejects.toMatchObject({ code: 'approval-needed' });
    expect(space.read('~/.cursor/mcp.json')).toBeUndefined();
  },
);

it('takes a file of the project that is a link to a file of the user for what it is', async () => {
  const space = workspace({
    'plugboard.json': JSON.stringify({ servers: { x: { ...evil, targets: ['cursor'] } } }),
    '~/.cursor/mcp.json': '{}',
  });
  mkdirSync(space.path('.cursor'));
  symlinkSync(space.path('~/.cursor/mcp.json'), space.path('.cursor/mcp.json'));
  const { plan } = await sync(space.host);
  await expect(applyPlan(space.host, plan)).rejects.toMatchObject({ code: 'approval-needed' });
  expect(space.read('~/.cursor/mcp.json')).toBe('{}');
});

it('says that a secret would get into the catalog of a project', async () => {
  const mine = { command: 'npx', env: { API_KEY: '${API_KEY}' }, targets: ['cursor'] };
  const space = workspace({ 'plugboard.json': JSON.stringify({ servers: { x: mine } }) });
  await applyPlan(space.host, (await sync(space.host)).plan);
  const text = space.read('.cursor/mcp.json') ?? '';
  space.write('.cursor/mcp.json', text.replace('${env:API_KEY}', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'));
  const { plan } = await sync(space.host, { pull: true });
  expect(plan.diagnostics).toMatchObject([{ code: 'plain-secret', args: { name: 'x.env.API_KEY' } }]);
});
