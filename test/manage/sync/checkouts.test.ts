import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sync, type SyncPlan } from '../../../src/manage/sync/sync.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { type Workspace, workspace } from '../support/workspace.ts';

const servers = (more: object = {}): string =>
  `${JSON.stringify({ servers: { x: { command: 'npx', args: ['x'], targets: ['claude-code', 'cursor'], ...more } } }, undefined, 2)}\n`;
const shared = ['plugboard.json', '.mcp.json', '.cursor/mcp.json'];

async function run({ host }: Workspace, options = {}): Promise<string[]> {
  const planned: SyncPlan = await sync(host, options);
  const outcomes = planned.cells.map(({ target, outcome }) => `${target.client.id} ${outcome}`);
  if (!outcomes.some((one) => one.endsWith('conflict'))) await applyPlan(host, planned.plan);
  return outcomes.toSorted();
}

/** What a commit and a pull do: the files of the repository go over, the records of a person do not. */
function push(from: Workspace, to: Workspace): void {
  for (const name of shared) cpSync(from.path(name), to.path(name), { recursive: true });
}

function edit(space: Workspace, name: string, before: string, after: string): void {
  const path = join(space.path(name));
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

it('two checkouts of one repository agree, whoever edits which side', async () => {
  const [ada, bob] = [workspace({ 'plugboard.json': servers() }), workspace({ 'plugboard.json': servers() })];
  expect(await run(ada)).toEqual(['claude-code write', 'cursor write']);
  await run(bob);
  push(ada, bob);
  // Bob has the same files from the repository, and records of his own.
  expect(await run(bob)).toEqual(['claude-code same', 'cursor same']);

  // Ada changes the catalog and syncs; Bob gets both with the next pull.
  edit(ada, 'plugboard.json', '"x"\n', '"x2"\n');
  expect(await run(ada)).toEqual(['claude-code write', 'cursor write']);
  push(ada, bob);
  expect(await run(bob)).toEqual(['claude-code adopt', 'cursor adopt']);
  expect(await run(bob)).toEqual(['claude-code same', 'cursor same']);

  // Ada edits a client's file by hand, Bob the catalog, in different fields: both stay.
  edit(ada, '.mcp.json', '"npx"', '"bunx"');
  push(ada, bob);
  edit(bob, 'plugboard.json', '"x2"', '"x3"');
  expect(await run(bob)).toEqual(['claude-code write', 'cursor write']);
  expect(bob.read('.mcp.json')).toContain('bunx');
  expect(bob.read('.mcp.json')).toContain('x3');
  expect(await run(bob, { pull: true })).toContain('claude-code pull');
  expect(bob.read('plugboard.json')).toContain('bunx');
  expect(bob.read('.cursor/mcp.json')).toContain('bunx');
  push(bob, ada);
  expect((await run(ada)).filter((one) => one.endsWith('conflict'))).toEqual([]);
  expect(await run(ada)).toEqual(['claude-code same', 'cursor same']);

  // Both change the same field: whoever syncs sees the conflict, and nothing is written.
  edit(ada, '.cursor/mcp.json', '"x3"', '"ada"');
  push(ada, bob);
  edit(bob, 'plugboard.json', '"x3"', '"bob"');
  const before = bob.files();
  expect(await run(bob)).toContain('cursor conflict');
  expect(bob.files()).toEqual(before);
});
