import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../../src/cli/program/command-table.ts';
import { invocations } from '../support/invocations.ts';
import { machine, program } from '../support/machine.ts';

interface Place {
  /** Shell commands before the program starts. */
  readonly before?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const here = machine({
  '~/.cursor/mcp.json': '{ "mcpServers": { "files": { "command": "node" } } }',
  '~/.claude/mcp-configs/work.json': '{ "mcpServers": { "x": { "command": "x" } } }',
});

function runAt(args: readonly string[], { before = ':', cwd = here.project, env = {} }: Place) {
  const script = `${before}; exec "$NODE" "$PROGRAM" "$@"`;
  const all = { ...here.env, PATH: process.env['PATH'] ?? '', NODE: process.execPath, PROGRAM: program, ...env };
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', ...args], {
    cwd,
    env: all,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { code: status, stdout, stderr };
}

const removed: Place = { before: 'mkdir gone && cd gone && rmdir ../gone' };
/** No command line says more than these without a directory. */
const placeless = ['version', 'help', 'completion', 'ui', 'opencode', 'serve', 'mcp', 'exec'];

describe.skipIf(process.platform === 'win32')('a directory that has been removed', () => {
  it.each(commandTable.map(({ name }) => name))('%s says so, or does without', (name) => {
    const { code, stdout, stderr } = runAt([name, ...(invocations[name] ?? [])], removed);
    expect(stderr).not.toMatch(/^\s+at |Sorry, something went wrong/m);
    if (placeless.includes(name)) return expect(stdout).not.toBe('');
    if (code === 2) return;
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: '✗ The current directory no longer exists.\n  fix: change to another directory, or name one with --cwd\n',
    });
  });

  it('does not matter when another one is named', () => {
    const { code, stdout, stderr } = runAt(['list', '--cwd', here.project], removed);
    expect({ code, stderr: stderr.split('\n').filter((line) => line.startsWith('✗')) }).toEqual({
      code: 0,
      stderr: [],
    });
    expect(stdout).toContain('files');
  });
});

// macOS and Windows have no such paths.
describe.skipIf(process.platform !== 'linux')('a path that is not valid UTF-8', () => {
  const undecodable = `d=$(printf 'd\\377'); mkdir -p "$d"; echo '{ "mcpServers": {} }' > "$d/.mcp.json"`;

  it.each([
    ['list'],
    ['doctor'],
    ['add', 'new', '--to', 'claude-code:project', '--yes', '--', 'node'],
    ['test'],
    ['sets'],
    ['list', '--cwd', '.'],
  ])('of the current directory: %s fails and writes nothing', (...line) => {
    const { code, stderr } = runAt(line, { before: `${undecodable}; cd "$d"` });
    expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
      code: 4,
      stderr: `✗ The path of the current directory is not valid UTF-8: ${here.project}/d\uFFFD`,
    });
    expect(existsSync(join(here.project, 'd\uFFFD'))).toBe(false);
  });

  it('does not matter when another directory is named', () => {
    const { code } = runAt(['list', '--cwd', here.project], { before: `${undecodable}; cd "$d"` });
    expect(code).toBe(0);
  });

  it('of the home: commands fail and write nothing', () => {
    const { code, stderr } = runAt(['list'], { before: `export HOME="$(printf '/tmp/h\\377')"` });
    expect([code, stderr]).toEqual([
      4,
      '✗ The path of your home is not valid UTF-8: /tmp/h\uFFFD\n  fix: set HOME to another directory\n',
    ]);
  });

  it('of a directory that is called like the replacement is fine', () => {
    const { code, stderr } = runAt(['list'], { before: `mkdir -p '\uFFFD'; cd '\uFFFD'` });
    expect([code, stderr]).not.toContain('UTF-8');
    expect(code).toBe(0);
  });

  it('of a file or a config set is named as the reason', () => {
    const before = `f=$(printf 'f\\377.json'); echo '{}' > "$f"; mkdir -p s; cp "$f" s/; set -- "$@" "$f"`;
    expect(runAt(['validate'], { before }).stdout).toContain('Cannot read the file: its path is not valid UTF-8');
    const inSet = `f=$(printf 'f\\377.json'); mkdir -p s; echo '{}' > "s/$f"`;
    const { code, stdout } = runAt(['sets', 'check', '--config-dir', 's'], { before: inSet });
    expect(stdout).toContain('Cannot read the file: its path is not valid UTF-8 [unreadable]\n  fix: Rename the file');
    expect(code).toBe(6);
  });
});

const link = join(mkdtempSync(join(homedir(), 'link-')), 'here');
symlinkSync(here.project, link, 'junction');

/** Circumstances in which commands work, or fail with a reason. */
const places: Readonly<Record<string, Place>> = {
  'a home that is not there': {
    env: { HOME: join(here.project, 'no-home'), USERPROFILE: join(here.project, 'no-home') },
  },
  'a home that is no directory': { env: { HOME: '/dev/null' } },
  'a home that cannot be written to': { env: { HOME: '/proc/1' } },
  'an empty HOME': { env: { HOME: '' } },
  'a symbolic link to the project': { cwd: link },
  'a narrow terminal that can do nothing': { env: { TERM: 'dumb', COLUMNS: '20', LINES: '3' } },
  'no programs on the search path': { env: { PATH: '/nowhere' } },
};

/** They read, write, launch, connect and look for programs. */
const lines = [
  ['list'],
  ['doctor'],
  ['add', 'new', '--to', 'cursor', '--', 'node', 'x.js'],
  ['test', 'files'],
  ['run', 'work', '--dry-run'],
  ['history'],
  ['logs'],
  ['config'],
];

describe.skipIf(process.platform === 'win32').each(Object.entries(places))('%s', (_what, place) => {
  it.each(lines)('%s works or says why not', (...line) => {
    const { code, stdout, stderr } = runAt(line, place);
    expect(`${stdout}${stderr}`).not.toMatch(/^\s+at |Sorry, something went wrong/m);
    expect(code).not.toBe(null);
    if (code !== 0) expect(stderr + stdout).toMatch(/^\s*✗ /m);
  });
});
