import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sync, type SyncOptions, type SyncPlan } from '../../../src/manage/sync/sync.ts';
import { undo } from '../../../src/store/journal/undo.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { type Workspace, workspace } from '../support/workspace.ts';

const catalogFile = '~/.config/plugboard/plugboard.json';
const cursor = '~/.cursor/mcp.json';
const codex = '~/.codex/config.toml';

function catalog(servers: object, more: object = {}): string {
  return JSON.stringify({ servers, ...more }, undefined, 2);
}

async function run(space: Workspace, options: SyncOptions = {}): Promise<SyncPlan> {
  const planned = await sync(space.host, options);
  if (!planned.cells.some(({ outcome }) => outcome === 'conflict')) await applyPlan(space.host, planned.plan);
  return planned;
}

function outcomes({ cells }: SyncPlan): string[] {
  return cells
    .map(({ target, name, outcome, blocked }) => `${target.client.id}:${target.scope} ${name} ${blocked ?? outcome}`)
    .toSorted();
}

const x = { command: 'npx', args: ['-y', 'x'], timeout: 10 };

it('writes to the targets, and changes nothing the second time', async () => {
  const space = workspace({ [catalogFile]: catalog({ x: { ...x, targets: ['cursor', 'codex'] }, y: x }) });
  expect(outcomes(await run(space))).toEqual(['codex:user x write', 'cursor:user x write']);
  const files = space.files();
  expect(JSON.parse(space.read(cursor) ?? '')).toMatchObject({ mcpServers: { x: { command: 'npx' } } });
  expect(space.read(codex)).toContain('[mcp_servers.x]');
  for (const file of [cursor, codex]) expect(space.read(file)).not.toContain('targets');
  const again = await run(space);
  expect(outcomes(again)).toEqual(['codex:user x same', 'cursor:user x same']);
  expect(again.plan.changes).toEqual([]);
  expect(space.files()).toEqual(files);
});

it('keeps a hand edit, pulls it when asked, and gives it to the other clients', async () => {
  const space = workspace({ [catalogFile]: catalog({ x: { ...x, targets: ['cursor', 'codex'] } }) });
  await run(space);
  space.write(codex, (space.read(codex) ?? '').replace('tool_timeout_sec = 10', 'tool_timeout_sec = 60'));
  const edited = space.read(codex);
  expect(edited).toContain('60');
  expect(outcomes(await run(space))).toEqual(['codex:user x keep', 'cursor:user x same']);
  expect(space.read(codex)).toBe(edited);
  expect(outcomes(await run(space, { pull: true }))).toContain('codex:user x pull');
  expect(JSON.parse(space.read(catalogFile) ?? '')).toMatchObject({ servers: { x: { timeout: 60 } } });
  expect(space.read(codex)).toBe(edited);
  expect((await run(space)).plan.changes).toEqual([]);
});

it('keeps a hand edit as an override of that client', async () => {
  const space = workspace({ [catalogFile]: catalog({ x: { ...x, targets: ['cursor', 'codex'] } }) });
  await run(space);
  space.write(codex, (space.read(codex) ?? '').replace('tool_timeout_sec = 10', 'tool_timeout_sec = 60'));
  await run(space, { decide: () => () => 'keep' });
  const { servers } = JSON.parse(space.read(catalogFile) ?? '') as { servers: { x: unknown } };
  expect(servers.x).toEqual({ ...x, targets: ['cursor', 'codex'], clients: { codex: { timeout: 60 } } });
  expect(outcomes(await run(space))).toEqual(['codex:user x same', 'cursor:user x same']);
});

it('writes nothing when one field is in conflict, and one undo gives back every byte', async () => {
  const space = workspace({ [catalogFile]: catalog({ x: { ...x, targets: ['cursor', 'codex'] } }) });
  const before = space.files();
  await run(space);
  const written = space.files();
  space.write(codex, (space.read(codex) ?? '').replace('"-y", "x"', '"-y", "theirs"'));
  space.write(catalogFile, catalog({ x: { ...x, args: ['-y', 'mine'], targets: ['cursor', 'codex'] } }));
  const changed = space.files();
  const planned = await run(space);
  expect(outcomes(planned)).toContain('codex:user x conflict');
  expect(planned.cells.flatMap(({ changes }) => changes).find(({ by }) => by === 'both')).toMatchObject({
    base: ['-y', 'x'],
    mine: ['-y', 'mine'],
    theirs: ['-y', 'theirs'],
  });
  expect(space.files()).toEqual(changed);
  await run(space, { prefer: 'mine' });
  expect(space.read(codex)).toContain('mine');
  await undo(space.host);
  expect(space.files()).toEqual(changed);
  await run(space, { prefer: 'theirs' });
  expect(space.read(cursor)).toContain('theirs');
  expect(space.read(catalogFile)).toContain('theirs');
  await undo(space.host);
  space.write(catalogFile, written[catalogFile] ?? '');
  space.write(codex, written[codex] ?? '');
  await undo(space.host);
  expect(space.files()).toEqual(before);
});

it('prunes only on request, and never what a person touched', async () => {
  const space = workspace({
    [catalogFile]: catalog({ x: { ...x, targets: ['cursor', 'codex'] }, y: { ...x, targets: ['cursor'] } }),
  });
  await run(space);
  space.write(codex, (space.read(codex) ?? '').replace('tool_timeout_sec = 10', 'tool_timeout_sec = 60'));
  space.write(
    catalogFile,
    catalog({ x: { ...x, targets: [] }, y: { ...x, targets: ['cursor'], clients: { cursor: false } } }),
  );
  const pending = ['codex:user x keep', 'cursor:user x prune', 'cursor:user y prune'];
  expect(outcomes(await run(space))).toEqual(pending);
  expect(space.read(cursor)).toContain('"x"');
  expect(outcomes(await run(space, { prune: true }))).toEqual(pending);
  expect(space.read(cursor)).toBeUndefined();
  expect(space.read(codex)).toContain('60');
});

it('adopts an equal entry, and does not take over one that differs', async () => {
  const space = workspace({
    [catalogFile]: catalog({ x: { ...x, targets: ['cursor'] }, y: { ...x, targets: ['cursor'] } }),
    [cursor]: JSON.stringify({
      mcpServers: { x: { type: 'stdio', ...x }, y: { command: 'other' }, mine: { command: 'z' } },
    }),
  });
  const before = space.read(cursor);
  expect(outcomes(await sync(space.host))).toEqual(['cursor:user x adopt', 'cursor:user y conflict']);
  await run(space, { decide: () => () => 'skip' });
  expect(space.read(cursor)).toBe(before);
});

it('knows nothing after its record is lost, and loses nothing', async () => {
  const space = workspace({ [catalogFile]: catalog({ x: { ...x, targets: ['cursor', 'codex'] } }) });
  await run(space);
  space.write(codex, (space.read(codex) ?? '').replace('tool_timeout_sec = 10', 'tool_timeout_sec = 60'));
  const state = join(space.host.env['PLUGBOARD_HOME'] ?? '', 'state', 'sync');
  expect(readdirSync(state).length).toBe(2);
  rmSync(state, { recursive: true });
  expect(outcomes(await sync(space.host))).toEqual(['codex:user x conflict', 'cursor:user x adopt']);
});

it('renames in the clients what the catalog renamed, with references', async () => {
  const settings = JSON.stringify({ permissions: { allow: ['mcp__gh__get'] } });
  const space = workspace({
    [catalogFile]: catalog({ gh: { ...x, targets: ['claude-code', 'codex'] } }),
    '~/.claude/settings.json': settings,
    [codex]: '# top\n[mcp_servers.gh] # here\ncommand = "npx"\nargs = ["-y", "x"]\ntool_timeout_sec = 10\n',
  });
  await run(space);
  space.write(catalogFile, catalog({ github: { ...x, timeout: 20, targets: ['claude-code', 'codex'] } }));
  const planned = await run(space);
  expect(outcomes(planned)).toEqual(['claude-code:user github write', 'codex:user github write']);
  expect(space.read(codex)).toBe(
    '# top\n[mcp_servers.github] # here\ncommand = "npx"\nargs = ["-y", "x"]\ntool_timeout_sec = 20\n',
  );
  expect(space.read('~/.claude.json')).not.toContain('"gh"');
  expect(space.read('~/.claude/settings.json')).toContain('mcp__github__get');
  expect((await run(space)).plan.changes).toEqual([]);
});

it.each([
  { command: 'bunx', args: ['x@2.0.0', '--new'], timeout: 20 },
  { command: 'npx', args: ['-y', 'x@latest'], env: {} },
])('takes a new name with a changed command for a rename, if the package is the same: %j', async (changed) => {
  const space = workspace({ [catalogFile]: catalog({ gh: { ...x, targets: ['cursor', 'codex'] } }) });
  await run(space);
  space.write(codex, (space.read(codex) ?? '').replace('[mcp_servers.gh]', '[mcp_servers.gh] # mine'));
  space.write(catalogFile, catalog({ github: { ...changed, targets: ['cursor', 'codex'] } }));
  expect((await run(space)).cells).toMatchObject([
    { name: 'github', renamedFrom: 'gh', outcome: 'write' },
    { name: 'github', renamedFrom: 'gh', outcome: 'write' },
  ]);
  expect(space.read(codex)).toContain('[mcp_servers.github] # mine');
  expect(space.read(codex)).not.toContain('mcp_servers.gh]');
  expect((await run(space)).plan.changes).toEqual([]);
});

it('takes nothing for a rename that could be another server', async () => {
  const space = workspace({ [catalogFile]: catalog({ gh: { ...x, targets: ['codex'] } }) });
  await run(space);
  for (const others of [
    { one: { command: 'npx', args: ['y'] } },
    { one: { ...x, env: { A: '1' } } },
    { one: { command: 'npx', args: ['x', '1'] }, two: { command: 'npx', args: ['x', '2'] } },
  ]) {
    const named = Object.entries(others).map(([name, server]) => [name, { ...server, targets: ['codex'] }]);
    space.write(catalogFile, catalog(Object.fromEntries(named)));
    const { cells } = await sync(space.host);
    expect(cells.find(({ name }) => name === 'gh')).toMatchObject({ outcome: 'prune' });
    expect(cells.every(({ renamedFrom }) => renamedFrom === undefined)).toBe(true);
  }
});

it('leaves out a disabled server where a client has no switch, and brings it back', async () => {
  const space = workspace({ [catalogFile]: catalog({ x: { ...x, targets: ['cursor', 'codex'] } }) });
  await run(space);
  const on = space.read(cursor);
  space.write(catalogFile, catalog({ x: { ...x, disabled: true, targets: ['cursor', 'codex'] } }));
  await run(space);
  expect(space.read(cursor) ?? '').not.toContain('npx');
  expect(space.read(codex)).toContain('enabled = false');
  expect((await run(space)).plan.changes).toEqual([]);
  space.write(catalogFile, catalog({ x: { ...x, targets: ['cursor', 'codex'] } }));
  await run(space);
  expect(space.read(cursor)).toBe(on);
  expect((await run(space)).plan.changes).toEqual([]);
});

it('follows groups, scopes and every client here, and a project file counts for its project', async () => {
  const space = workspace({
    [catalogFile]: catalog(
      { x: { ...x, targets: ['*'] }, y: { ...x, targets: ['editors', 'codex:project'] } },
      { groups: { editors: ['cursor', 'vscode'] } },
    ),
    [codex]: '',
    'plugboard.json': catalog({ p: { ...x, targets: ['claude-code', 'codex', 'goose'] } }),
  });
  expect(outcomes(await run(space))).toEqual([
    'claude-code:project p write',
    'codex:project p write',
    'codex:project y write',
    'codex:user x write',
    'cursor:user x write',
    'cursor:user y write',
    'vscode:user x write',
    'vscode:user y write',
  ]);
  expect(space.read('.mcp.json')).toContain('"p"');
  expect((await run(space)).plan.changes).toEqual([]);
});
