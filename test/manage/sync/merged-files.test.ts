import { expect, it } from 'vitest';
import type { SyncPlan } from '../../../src/manage/sync/sync.ts';
import { sync } from '../../../src/manage/sync/sync.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { type Workspace, workspace } from '../support/workspace.ts';
import { catalogName } from './support.ts';

/** The same name in both catalogs, for the user's and the project's file of a client. */
function both(ofUser: object, ofProject: object, ...clients: readonly string[]): Workspace {
  const at = (server: object, ...scopes: readonly string[]): string =>
    JSON.stringify({
      servers: { x: { ...server, targets: clients.flatMap((id) => scopes.map((one) => `${id}:${one}`)) } },
    });
  const scopes = clients.includes('claude-code') ? ['project', 'local'] : ['project'];
  return workspace({ [catalogName]: at(ofUser, 'user'), 'plugboard.json': at(ofProject, ...scopes) });
}

async function synced({ host }: Workspace): Promise<SyncPlan> {
  const on = { ...host, env: { ...host.env, PLUGBOARD_HOME: undefined } };
  const planned = await sync(on);
  await applyPlan(on, planned.plan, { isApproved: async () => true });
  return planned;
}

const outcomes = ({ cells }: SyncPlan): string[] =>
  cells.map(({ target, outcome, blocked = '' }) => `${target.scope} ${outcome} ${blocked}`.trim());

it('reports what a project inherits from an entry that the same sync writes for the user', async () => {
  const space = both({ command: 'node', env: { A: '1' } }, { command: 'node' }, 'opencode');
  const { plan } = await synced(space);
  expect(plan.losses).toMatchObject([{ field: 'environment', reason: 'inherited-from-other-file' }]);
  expect(outcomes(await synced(space))).toEqual(['project same', 'user same']);
});

it('does not remember what cannot be merged with another file of the client', async () => {
  const space = both({ command: 'node' }, { url: 'https://example.com/mcp' }, 'opencode');
  const { plan } = await synced(space);
  expect(plan.losses).toMatchObject([{ reason: 'merged-with-other-file', refused: true }]);
  for (let again = 0; again < 2; again += 1)
    expect(outcomes(await synced(space))).toEqual(['project blocked refused', 'user same']);
});

it('keeps three scopes of one client apart', async () => {
  const space = both({ command: 'node', env: { A: '1' } }, { url: 'https://example.com/mcp' }, 'claude-code');
  await synced(space);
  const again = await synced(space);
  expect(outcomes(again)).toEqual(['local same', 'project same', 'user same']);
  expect(again.plan.changes).toEqual([]);
});
