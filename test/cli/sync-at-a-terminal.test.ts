import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { catalog, type Machine, machine, program } from './support/machine.ts';
import { hasTmux, startInTerminal, type Terminal } from './support/tmux.ts';

const cursor = '~/.cursor/mcp.json';
const ours = (args: string): string =>
  JSON.stringify({ servers: { git: { command: 'uvx', args: [args], targets: ['cursor'] } } }, undefined, 2);

/** A server that the catalog and the client changed since the last sync. */
function conflict(): Machine {
  const here = machine({ [catalog]: ours('old') });
  expect(here.run(['sync', '--yes']).code).toBe(0);
  here.write(cursor, here.read(cursor).replace('"old"', '"theirs"'));
  here.write(catalog, ours('mine'));
  return here;
}

describe.skipIf(!hasTmux)('a conflict at a terminal (tmux)', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.close());

  it.each([
    ['m', { catalog: '"mine"', client: '"mine"' }],
    ['t', { catalog: '"theirs"', client: '"theirs"' }],
    ['k', { catalog: '"clients"', client: '"theirs"' }],
  ])('is decided by the key %s', async (key, expected) => {
    const here = conflict();
    terminal = startInTerminal(here, ['sync']);
    const shown = await terminal.shows('whose value counts?');
    for (const value of ['["old"]', '["mine"]', '["theirs"]']) expect(shown).toContain(value);
    terminal.press(key);
    await terminal.shows('Write this?');
    terminal.press('y');
    await terminal.shows('exit code 0');
    expect(here.read(catalog)).toContain(expected.catalog);
    expect(here.read(cursor)).toContain(expected.client);
    expect(here.run(['sync', '--check']).code).toBe(0);
  });

  it('can be left for later', async () => {
    const here = conflict();
    const before = here.files();
    terminal = startInTerminal(here, ['sync']);
    await terminal.shows('whose value counts?');
    terminal.press('s');
    await terminal.shows('exit code 5');
    expect(here.files()).toEqual(before);
  });
});

it('watches, writes what changes, and stops at a conflict', async () => {
  const here = machine({ [catalog]: ours('old') });
  const options = { cwd: here.project, env: here.env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
  const watching = spawn(process.execPath, [program, 'sync', '--watch', '--yes'], options);
  let said = '';
  for (const stream of [watching.stdout, watching.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<number | null>((resolve) => void watching.once('exit', resolve));
  try {
    await expect.poll(() => said).toContain('Watching for changes');
    here.write(catalog, ours('newer'));
    // The file has its new content before the change is complete, so only the report tells that it is.
    await expect.poll(() => said.split('✓ sync').length).toBe(3);
    expect(here.read(cursor)).toContain('"newer"');
    here.write(catalog, '{ "servers": {');
    await expect.poll(() => said).toContain('plugboard.json');
    here.write(cursor, here.read(cursor).replace('"newer"', '"theirs"'));
    here.write(catalog, ours('newer'));
    await expect.poll(() => said).toContain('changed in the client');
    here.write(catalog, ours('mine'));
    expect(await ended).toBe(5);
    expect(said).toContain('Stopped watching');
    expect(here.read(cursor)).toContain('"theirs"');
    expect(here.read(catalog)).toBe(ours('mine'));
  } finally {
    watching.kill();
  }
});

it('writes through a link, and the link stays', () => {
  const here = machine({
    [catalog]: ours('old'),
    '~/dotfiles/mcp.json': '{ "mcpServers": {} }\n',
    '~/.cursor/other': '',
  });
  symlinkSync(here.path('~/dotfiles/mcp.json'), here.path(cursor));
  expect(here.run(['sync', '--yes']).code).toBe(0);
  expect(here.read('~/dotfiles/mcp.json')).toContain('"old"');
  expect(here.run(['sync', '--check']).code).toBe(0);
  expect(here.run(['undo', '--yes']).code).toBe(0);
  expect(here.read('~/dotfiles/mcp.json')).toBe('{ "mcpServers": {} }\n');
});
