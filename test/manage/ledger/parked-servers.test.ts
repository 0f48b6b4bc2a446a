import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { add } from '../../../src/manage/add.ts';
import { copy } from '../../../src/manage/copy.ts';
import { parkedServers } from '../../../src/manage/ledger/parked-servers.ts';
import { listServers } from '../../../src/manage/list-servers.ts';
import { remove } from '../../../src/manage/remove.ts';
import { clone, rename } from '../../../src/manage/rename.ts';
import { setEnabled } from '../../../src/manage/set-enabled.ts';
import { update } from '../../../src/manage/update.ts';
import { stateFile } from '../../../src/store/state/places.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import type { Plan } from '../../../src/store/write/plan.ts';
import { target, type Workspace, workspace } from '../support/workspace.ts';

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
        issues: [],
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

describe('a server taken out of a file', () => {
  const where = [target('cursor:user')];

  async function withParked(): Promise<Workspace> {
    const here = workspace({ '~/.cursor/mcp.json': user });
    await apply(here, setEnabled(here.host, 'k', false, where));
    return here;
  }

  it('has its name all the same', async () => {
    const here = await withParked();
    const taken = { code: 'server-exists' };
    await expect(add(here.host, 'k', { command: 'n' }, where)).rejects.toMatchObject(taken);
    expect((await add(here.host, 'k', { command: 'n' }, where, 'skip')).changes).toEqual([]);
    await apply(here, add(here.host, 'n', { command: 'n' }, where));
    await expect(rename(here.host, 'n', 'k', where)).rejects.toMatchObject(taken);
    await expect(clone(here.host, 'n', 'k', where)).rejects.toMatchObject(taken);
    await expect(copy(here.host, 'k', where, [target('cursor:user')])).rejects.toMatchObject(taken);
    await apply(here, add(here.host, 'k', { command: 'o' }, where, 'overwrite'));
    expect(await parkedServers(here.host)).toEqual([]);
    expect(JSON.parse(here.read('~/.cursor/mcp.json') ?? '').mcpServers).toEqual({
      n: { command: 'n' },
      k: { command: 'o' },
    });
  });

  it('is renamed and changed without being switched on', async () => {
    const here = await withParked();
    const empty = here.read('~/.cursor/mcp.json');
    await apply(here, rename(here.host, 'k', 'z', where));
    await apply(
      here,
      update(here.host, 'z', (server) => ({ ...server, command: 'new' }), where),
    );
    expect(here.read('~/.cursor/mcp.json')).toBe(empty);
    expect(await parkedServers(here.host)).toMatchObject([{ name: 'z', server: { command: 'new' } }]);
    await apply(here, setEnabled(here.host, 'z', true, where));
    expect(here.read('~/.cursor/mcp.json')).toBe(user.replace('"k": {', '"z": {').replace('"k"', '"new"'));
  });

  it('can be doubled, brought elsewhere and moved', async () => {
    const here = await withParked();
    await apply(here, clone(here.host, 'k', 'c', where));
    await apply(here, copy(here.host, 'k', where, [target('gemini-cli:user')], { move: true }));
    expect(await parkedServers(here.host)).toEqual([]);
    expect(Object.keys(JSON.parse(here.read('~/.cursor/mcp.json') ?? '').mcpServers)).toEqual(['c']);
    expect(JSON.parse(here.read('~/.gemini/settings.json') ?? '').mcpServers.k).toMatchObject({ command: 'k' });
  });
});

describe('a corrupt ledger', () => {
  it('are neither built on nor written over', async () => {
    const here = workspace({ '~/.cursor/mcp.json': user });
    await apply(here, setEnabled(here.host, 'k', false, [target('cursor:user')]));
    const directory = stateFile(here.host, 'ledger');
    const file = `${directory}/${readdirSync(directory)[0]}`;
    for (const text of ['{', '[]', '{ "version": 1, "path": "/x", "created": {}, "parked": { "k": 1 } }']) {
      writeFileSync(file, text);
      await expect(add(here.host, 'n', { command: 'n' }, [target('cursor:user')])).rejects.toMatchObject({
        code: 'document-malformed',
        data: { diagnostics: [{ code: 'unreadable', file }] },
      });
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });

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
