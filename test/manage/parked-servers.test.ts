import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listServers } from '../../src/manage/list-servers.ts';
import { parkedServers } from '../../src/manage/parked-servers.ts';
import { remove } from '../../src/manage/remove.ts';
import { setEnabled } from '../../src/manage/set-enabled.ts';
import { applyPlan } from '../../src/store/apply-plan.ts';
import { stateFile } from '../../src/store/places.ts';
import type { Plan } from '../../src/store/plan.ts';
import { target, type Workspace, workspace } from './support/workspace.ts';

const user = '{ "mcpServers": { "k": { "command": "k", "env": { "A": "${env:B}" } } } }\n';

async function apply({ host }: Workspace, plan: Promise<Plan>): Promise<void> {
  await applyPlan(host, await plan);
}

describe('servers taken out of a file', () => {
  it('are listed as off, in canonical words, with the file they belong to', async () => {
    const here = workspace({ '~/.cursor/mcp.json': user });
    expect(await parkedServers(here.host)).toEqual([]);
    await apply(here, setEnabled(here.host, 'k', false, [target('cursor:user')]));
    expect(await parkedServers(here.host)).toEqual([
      {
        name: 'k',
        client: 'cursor',
        scope: 'user',
        file: here.path('~/.cursor/mcp.json'),
        line: undefined,
        column: undefined,
        server: { command: 'k', env: { A: '${B}' } },
        state: 'off',
        parked: true,
        findings: [],
      },
    ]);
  });

  it('are gone from the list when they are on again, or removed', async () => {
    const here = workspace({ '~/.cursor/mcp.json': user });
    await apply(here, setEnabled(here.host, 'k', false, [target('cursor:user')]));
    await apply(here, setEnabled(here.host, 'k', true, [target('cursor:user')]));
    expect(await parkedServers(here.host)).toEqual([]);
    await apply(here, setEnabled(here.host, 'k', false, [target('cursor:user')]));
    await apply(here, remove(here.host, 'k', [target('cursor:user')]));
    expect(await parkedServers(here.host)).toEqual([]);
  });

  it('count in their own project only', async () => {
    const here = workspace({ '.cursor/mcp.json': user });
    await apply(here, setEnabled(here.host, 'k', false, [target('cursor:project')]));
    expect(await parkedServers(here.host)).toHaveLength(1);
    expect(await parkedServers({ ...here.host, cwd: join(here.host.cwd, 'elsewhere') })).toEqual([]);
  });

  it('belong to the client they were taken from, also when others read the file', async () => {
    const here = workspace({ '.mcp.json': '{ "mcpServers": { "x": { "command": "x" } } }\n' });
    await apply(here, setEnabled(here.host, 'x', false, [target('mcp-json:project')]));
    expect((await parkedServers(here.host)).map(({ client }) => client)).toEqual(['mcp-json']);
    const { servers } = await listServers(here.host, { clients: ['mcp-json'] });
    expect(servers).toEqual([expect.objectContaining({ name: 'x', state: 'off' })]);
  });
});

describe('notes that somebody has damaged', () => {
  it.each(['{ broken', '', '[]', '{}', '{ "version": 1, "path": "/x", "parked": 5 }'])(
    '%j hide nothing',
    async (text) => {
      const here = workspace({ '~/.cursor/mcp.json': user });
      await apply(here, setEnabled(here.host, 'k', false, [target('cursor:user')]));
      const directory = stateFile(here.host, 'ledger');
      expect(readdirSync(directory)).toHaveLength(1);
      writeFileSync(join(directory, 'damaged.json'), text);
      expect((await parkedServers(here.host)).map(({ name }) => name)).toEqual(['k']);
    },
  );
});
