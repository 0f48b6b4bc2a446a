import { expect, it } from 'vitest';
import { remove } from '../../../src/manage/remove.ts';
import { setEnabled } from '../../../src/manage/set-enabled.ts';
import { update } from '../../../src/manage/update.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import type { Plan } from '../../../src/store/write/plan.ts';
import { target, workspace, type Workspace } from '../support/workspace.ts';

const [user, local] = [[target('claude-code:user')], [target('claude-code:local')]];

function withBoth(): Workspace {
  const place = workspace();
  const projects = { [place.host.cwd]: { mcpServers: { x: { command: 'local' } } } };
  place.write('~/.claude.json', JSON.stringify({ mcpServers: { x: { command: 'user' } }, projects }));
  return place;
}

async function carryOut({ host }: Workspace, plan: Promise<Plan>): Promise<void> {
  await applyPlan(host, await plan);
}

it('keeps a parked server of the user apart from that of the project in the same file', async () => {
  const place = withBoth();
  const before = place.files();
  const { host } = place;
  await carryOut(place, setEnabled(host, 'x', false, user, { everywhere: true }));
  await carryOut(place, setEnabled(host, 'x', false, local, { everywhere: true }));
  await carryOut(place, setEnabled(host, 'x', true, local));
  await carryOut(place, setEnabled(host, 'x', true, user));
  expect(place.files()).toEqual(before);
});

it('does not take a parked server of the user for one of the project', async () => {
  const place = workspace({ '~/.claude.json': '{ "mcpServers": { "x": { "command": "user" } } }' });
  const { host } = place;
  await carryOut(place, setEnabled(host, 'x', false, user, { everywhere: true }));
  for (const on of [true, false])
    await expect(setEnabled(host, 'x', on, local)).rejects.toMatchObject({ code: 'server-missing' });
});

it('does not forget a parked server of the user with that of the project', async () => {
  const place = withBoth();
  const { host } = place;
  await carryOut(place, setEnabled(host, 'x', false, user, { everywhere: true }));
  await carryOut(place, remove(host, 'x', local));
  await carryOut(place, setEnabled(host, 'x', true, user));
  expect(JSON.parse(place.read('~/.claude.json') ?? '')).toMatchObject({ mcpServers: { x: { command: 'user' } } });
});

it('makes a switch that the client ignores a real one when the definition is written anew', async () => {
  const place = workspace({ '.omp/mcp.json': '{ "mcpServers": { "x": { "command": "a", "disabled": true } } }' });
  const where = [target('omp:project')];
  await carryOut(
    place,
    update(place.host, 'x', (server) => ({ ...server, command: 'b' }), where),
  );
  expect(JSON.parse(place.read('.omp/mcp.json') ?? '').mcpServers.x).toEqual({
    command: 'b',
    disabled: true,
    enabled: false,
  });
  await carryOut(
    place,
    update(place.host, 'x', ({ disabled: _, ...server }) => server, where),
  );
  expect(JSON.parse(place.read('.omp/mcp.json') ?? '').mcpServers.x).toEqual({ command: 'b' });
});
