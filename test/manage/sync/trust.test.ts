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
