import { describe, expect, it } from 'vitest';
import { add } from '../../src/manage/add.ts';
import { copy } from '../../src/manage/copy.ts';
import { remove } from '../../src/manage/remove.ts';
import { clone, rename } from '../../src/manage/rename.ts';
import { setEnabled } from '../../src/manage/set-enabled.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import type { Plan } from '../../src/store/write/plan.ts';
import { target, type Workspace, workspace } from './support/workspace.ts';

const shared = '{ "mcpServers": { "x": { "type": "stdio", "command": "a" } } }\n';
const both = [target('claude-code:project'), target('copilot-cli:project')];

async function apply({ host }: Workspace, plan: Promise<Plan>): Promise<void> {
  await applyPlan(host, await plan);
}

describe('a file that two clients read', () => {
  it('gets a server once, whatever is to be done where the name is taken', async () => {
    for (const conflict of ['fail', 'skip', 'overwrite'] as const) {
      const here = workspace();
      await apply(here, add(here.host, 'x', { command: 'a' }, both, conflict));
      expect(JSON.parse(here.read('.mcp.json') ?? '')).toMatchObject({ mcpServers: { x: { command: 'a' } } });
    }
  });

  it('still has a conflict when another program has added the name', async () => {
    const here = workspace({ '.mcp.json': shared });
    await expect(add(here.host, 'x', { command: 'b' }, both)).rejects.toMatchObject({ code: 'server-exists' });
  });

  it('is copied to once, under one free name', async () => {
    const here = workspace({
      '.mcp.json': shared,
      '~/.cursor/mcp.json': '{ "mcpServers": { "x": { "command": "c" } } }',
    });
    await apply(here, copy(here.host, 'x', target('cursor:user'), both, { conflict: 'rename', move: true }));
    expect(Object.keys(JSON.parse(here.read('.mcp.json') ?? '').mcpServers)).toEqual(['x', 'x-2']);
    expect(here.read('~/.cursor/mcp.json')).not.toContain('"x"');
  });

  it('loses a server, or has it renamed or doubled, for both of them', async () => {
    const here = workspace({ '.mcp.json': shared });
    await apply(here, clone(here.host, 'x', 'y', both));
    await apply(here, rename(here.host, 'x', 'z', both));
    expect(Object.keys(JSON.parse(here.read('.mcp.json') ?? '').mcpServers)).toEqual(['z', 'y']);
    await apply(here, remove(here.host, 'z', both));
    expect(here.read('.mcp.json')).not.toContain('"z"');
    await expect(remove(here.host, 'z', both)).rejects.toMatchObject({ code: 'server-missing' });
  });

  it('is as it was after a server was off for both, each in its own way', async () => {
    // The file itself has no switch, so the server is taken out.
    const readers = [target('claude-code:project'), target('mcp-json:project')];
    for (const order of [readers, readers.toReversed()]) {
      const here = workspace({ '.mcp.json': shared });
      await apply(here, setEnabled(here.host, 'x', false, order));
      expect(here.read('.mcp.json')).not.toContain('"x"');
      await apply(here, setEnabled(here.host, 'x', true, order));
      expect(here.files()).toEqual({ '.mcp.json': shared });
    }
  });

  it('is not taken for one where it holds servers at two places', async () => {
    const here = workspace();
    const places = [target('claude-code:user'), target('claude-code:local')];
    await apply(here, add(here.host, 'x', { command: 'a' }, places));
    expect(JSON.parse(here.read('~/.claude.json') ?? '')).toMatchObject({
      mcpServers: { x: {} },
      projects: { [here.host.cwd]: { mcpServers: { x: {} } } },
    });
    await apply(here, remove(here.host, 'x', places.slice(1)));
    await expect(remove(here.host, 'x', places)).rejects.toMatchObject({ code: 'server-missing' });
    await apply(here, remove(here.host, 'x', places.slice(0, 1)));
    expect(here.files()).toEqual({});
  });
});

describe('a move to where the server is', () => {
  const move = { move: true, conflict: 'overwrite' } as const;

  it('changes nothing, be it the same client, another one, or a home that is the project', async () => {
    const here = workspace({ '.mcp.json': shared, '~/.cursor/mcp.json': shared });
    const home = { ...here.host, cwd: here.host.home };
    const plans = [
      copy(here.host, 'x', target('cursor:user'), [target('cursor:user')], move),
      copy(here.host, 'x', target('claude-code:project'), [target('mcp-json:project')], move),
      copy(home, 'x', target('cursor:user'), [target('cursor:project')], move),
    ];
    for (const plan of plans) expect((await plan).changes).toEqual([]);
  });

  it('and elsewhere brings it there, and leaves it', async () => {
    const here = workspace({ '~/.cursor/mcp.json': shared });
    const to = [target('cursor:user'), target('codex:user')];
    await apply(here, copy(here.host, 'x', target('cursor:user'), to, move));
    expect(here.read('~/.cursor/mcp.json')).toBe(shared);
    expect(here.read('~/.codex/config.toml')).toContain('[mcp_servers.x]');
  });
});
