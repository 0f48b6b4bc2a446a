import { rmSync, symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sync, type SyncOptions, type SyncPlan } from '../../../src/manage/sync/sync.ts';
import { undo } from '../../../src/store/journal/undo.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { type Workspace, workspace } from '../support/workspace.ts';
import { personalFiles } from './personal-files.ts';
import { catalogName, personsFile, targets, twelve } from './support.ts';

const notes = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/ada/notes'] };
const own = { package: { registry: 'npm', name: '@modelcontextprotocol/server-filesystem', version: '1.0.0' } };

function catalogOf(servers: object): string {
  const synced = Object.entries(servers).map(([name, server]) => [
    name,
    { ...own, clients: { codex: { timeout: 60 } }, targets: [...twelve], ...server },
  ]);
  return JSON.stringify({ servers: Object.fromEntries(synced) }, undefined, 2);
}

async function run(space: Workspace, options: SyncOptions = {}): Promise<SyncPlan> {
  const planned = await sync(space.host, options);
  expect(planned.cells.filter(({ outcome }) => outcome === 'conflict' || outcome === 'blocked')).toEqual([]);
  await applyPlan(space.host, planned.plan);
  return planned;
}

it('syncs the files of twelve clients as people have them, and gives back every byte', async () => {
  const space = workspace(personalFiles);
  // One of them is kept elsewhere, as dotfiles are.
  const linked = space.path('~/.codeium/windsurf/mcp_config.json');
  space.write('~/dotfiles/windsurf.json', space.read('~/.codeium/windsurf/mcp_config.json') ?? '');
  rmSync(linked);
  symlinkSync(space.path('~/dotfiles/windsurf.json'), linked);
  space.write(catalogName, catalogOf({ filesystem: notes, 'new-one': { url: 'https://example.com/mcp' } }));
  const before = space.files();

  // The first sync: three clients have settings of their own for the server, which are theirs to keep.
  const first = await sync(space.host);
  const differing = first.cells.filter(({ outcome }) => outcome === 'conflict');
  expect(
    differing.map(({ target, changes }) => [target.client.id, changes.find(({ by }) => by === 'both')?.path.join('.')]),
  ).toEqual([
    ['codex', 'timeout'],
    ['crush', 'disabled'],
    ['gemini-cli', 'timeout'],
    ['goose', 'timeout'],
    ['windsurf', 'tools.deny'],
  ]);
  await run(space, {
    decide:
      () =>
      ({ by }) =>
        by === 'both' ? 'keep' : undefined,
  });
  const { servers } = JSON.parse(space.read(catalogName) ?? '');
  expect(servers.filesystem).toMatchObject({
    ...notes,
    ...own,
    clients: {
      crush: { disabled: true },
      'gemini-cli': { timeout: 30 },
      goose: { timeout: 300 },
      windsurf: { tools: { deny: ['delete_file'] } },
    },
  });

  // Nothing of a person is lost, and nothing of ours is in the files.
  for (const [name, text] of Object.entries(before)) {
    if (name === catalogName) continue;
    const after = space.read(name) ?? '';
    for (const field of ['"targets"', 'targets =', 'targets:', '"package"', '[mcp_servers.filesystem.package']) {
      expect([name, after.includes(field)]).toEqual([name, false]);
    }
    for (const comment of text.match(/(?:#|\/\/|\/\*) .*/g) ?? []) expect(after).toContain(comment.trim());
    expect([name, after.startsWith('\ufeff')]).toEqual([name, text.startsWith('\ufeff')]);
    if (text.includes('\r\n')) expect([name, /[^\r]\n/.test(after)]).toEqual([name, false]);
  }
  expect(space.read('~/.cursor/mcp.json')).toContain('"x-note": "keep me"');
  expect(space.read('~/.config/Code/User/mcp.json')).toContain('"dev": {"watch": "**/*.ts"}');
  expect((await run(space)).plan.changes).toEqual([]);

  // A hand edit in each file stays, and a change of the catalog gets to all of them.
  for (const one of targets) {
    const file = personsFile(space, one);
    await file.edit('filesystem', (server) => ({ ...server, command: `of-${one.client.id}` }));
  }
  const catalogNow = JSON.parse(space.read(catalogName) ?? '');
  catalogNow.servers.filesystem.args = ['--changed'];
  space.write(catalogName, JSON.stringify(catalogNow, undefined, 2));
  const edited = space.files();
  await run(space);
  for (const one of targets) {
    const server = await personsFile(space, one).read('filesystem');
    expect([one.client.id, server?.command, server?.args]).toEqual([
      one.client.id,
      `of-${one.client.id}`,
      ['--changed'],
    ]);
  }
  expect((await run(space)).plan.changes).toEqual([]);
  await undo(space.host);
  expect(space.files()).toEqual(edited);
});
