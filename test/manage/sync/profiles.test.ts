import { expect, it } from 'vitest';
import { sync } from '../../../src/manage/sync/sync.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { type Workspace, workspace } from '../support/workspace.ts';
import { catalogName } from './support.ts';

const codex = '~/.codex/config.toml';

function withProfile(own: object, ofProfile: object): Workspace {
  const servers = { x: { command: 'npx', args: ['x'], tools: own, targets: ['codex', 'gemini-cli'] } };
  const profiles = { review: { servers: ['x'], tools: { x: ofProfile } } };
  return workspace({ [catalogName]: JSON.stringify({ servers, profiles }, undefined, 2) });
}

async function use(space: Workspace, name: string | undefined): Promise<void> {
  const profiles = [{ catalog: space.path(catalogName), name }];
  const host = { ...space.host, env: { ...space.host.env, PLUGBOARD_HOME: undefined } };
  await applyPlan(host, (await sync(host, { prune: true, profiles })).plan);
}

function hostOf({ host }: Workspace): Workspace['host'] {
  return { ...host, env: { ...host.env, PLUGBOARD_HOME: undefined } };
}

it('offers a subset of the tools of the definition, never more', async () => {
  const space = withProfile(
    { allow: ['get_*', 'put'], deny: ['get_secret'] },
    { allow: ['get_one', 'put', 'drop'], deny: ['x'] },
  );
  await use(space, 'review');
  expect(space.read(codex)).toContain('enabled_tools = ["get_one", "put"]\ndisabled_tools = ["get_secret", "x"]\n');
});

it('leaves a server out that has none of the tools, instead of offering all', async () => {
  const space = withProfile({ allow: ['a'] }, { allow: ['b'] });
  await use(space, 'review');
  expect(space.read(codex)).toBeUndefined();
});

it.each([
  ['the profile', { allow: ['a', 'b', 'c'] }, '"c"', ['c']],
  ['an override of the client', { allow: ['a', 'b'] }, '"z"', undefined],
])('pulls an edit of the tools into %s, and keeps it', async (_, own, edit, inProfile) => {
  const space = withProfile(own, { allow: ['a'] });
  await use(space, 'review');
  space.write(codex, (space.read(codex) ?? '').replace('"a"', edit));
  const host = hostOf(space);
  await applyPlan(host, (await sync(host, { pull: true })).plan);
  const { servers, profiles } = JSON.parse(space.read(catalogName) ?? '');
  expect(profiles.review.tools.x.allow).toEqual(inProfile ?? ['a']);
  expect(servers.x.tools).toEqual(own);
  expect(servers.x.clients?.codex?.tools?.allow).toEqual(inProfile ? undefined : ['z']);
  expect((await sync(host)).plan.changes).toEqual([]);
  expect(space.read(codex)).toContain(edit);
});
