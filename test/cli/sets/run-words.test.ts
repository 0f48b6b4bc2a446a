import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machineWithClaude } from './stand-in.ts';

const directory = '~/.claude/mcp-configs';
const one = (command: string): string => `{ "mcpServers": { "x": { "command": "${command}" } } }`;
const several = '{\n  "mcpServers": {\n    "a": { "command": "" },\n    "b": { "type": "sse" }\n  }\n}\n';
const sets = {
  [`${directory}/a.json`]: one('first'),
  [`${directory}/b.json`]: one('second'),
  [`${directory}/c.json`]: one('first'),
  [`${directory}/several.json`]: several,
};

function begin(files: Readonly<Record<string, string>> = {}) {
  const here = machineWithClaude({ ...sets, ...files });
  const go = (words: readonly string[], more: { input?: string; env?: Record<string, string>; cwd?: string } = {}) =>
    here.run(words, { ...more, env: { ...here.inPath, ...more.env } });
  return { here, go };
}

const reasons =
  'Multiple validation errors:\n@  - at mcpServers.a.command: Command cannot be empty\n@  - at mcpServers.b.url: Invalid input: expected string, received undefined\n';

describe('an error of several lines', () => {
  it.each([['run'], ['sets', 'export'], ['sets', 'add']])('stays several lines in %s %s', (...command) => {
    const { code, stderr } = begin().go([...command, 'several', ...(command[1] === 'add' ? ['a/x'] : [])]);
    expect(code).toBe(3);
    expect(stderr).toBe(
      `✗ Set "several" cannot be used: ${reasons.replaceAll('@', '  | ')}  fix: Check command exists and is executable; edit it with: plugboard sets edit several\n`,
    );
  });

  it('stays several lines in the numbered list, with what to do about it', () => {
    const { stderr } = begin().go(['run'], { input: 'none\n' });
    expect(stderr).toContain(
      `  ✗  several: ${reasons.replaceAll('@', '     | ')}     fix: Check command exists and is executable\n`,
    );
  });

  it('cannot pass a line off as one of ours', () => {
    const { stderr } = begin({
      [`${directory}/fake.json`]: '{ "mcpServers": { "a\\n✓ all is well\\u001b[2J": 1 } }',
    }).go(['run', 'fake']);
    expect(stderr).not.toMatch(/^✓/m);
    expect(stderr).not.toContain('\u001B');
  });
});

describe('a run that only looks', () => {
  it('does not save the selection with --dry-run', () => {
    const { here, go } = begin();
    const before = here.everything();
    expect(go(['run', '--dry-run'], { input: '1\n' })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('a.json'),
    });
    expect(here.everything()).toEqual(before);
  });

  it('counts with --clear-cache --dry-run what it would forget, and forgets nothing', () => {
    const { go } = begin();
    expect(go(['run', '--clear-cache', '--dry-run']).stdout).toBe('Would forget the selections of 0 projects.\n');
    go(['run'], { input: '1\n' });
    expect(go(['run', '--clear-cache', '--dry-run']).stdout).toBe('Would forget the selections of 1 project.\n');
    const { stdout } = go(['run', '--clear-cache', '--dry-run', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ data: { forgotten: 1, written: false } });
    expect(go(['run', '--clear-cache']).stdout).toBe('Forgot the selections of 1 project.\n');
  });
});

describe('a run that may not ask', () => {
  it.each([
    [{ CI: '1' }, []],
    [{ CI: 'true' }, ['--quiet']],
    [{}, ['--no-input']],
  ])('is an error with %j %j', (env, flags) => {
    const { here, go } = begin();
    const { code, stderr } = go(['run', ...flags], { env, input: '1\n' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/run needs set names.*CI/);
    expect(here.started()).toBeUndefined();
  });

  it('still starts with the named sets', () => {
    const { here, go } = begin();
    expect(go(['run', 'a'], { env: { CI: '1' } })).toMatchObject({ code: 0 });
    expect(here.started()?.args).toHaveLength(2);
  });

  it('takes no answer that never ends', () => {
    const { code, stderr } = begin().go(['run'], { input: '1'.repeat(1_000_000) });
    expect(code).toBe(2);
    expect(stderr).toContain('has no line end');
  });
});

describe('servers that are named one by one', () => {
  it.each([
    [['run', '--servers', 'a/x,b/x']],
    [['sets', 'create', 'new', 'a/x', 'b/x']],
    [['sets', 'create', 'new', 'b/x', 'c/x', 'a/x']],
  ])('are an error when two of one name differ: %j', (words) => {
    const { here, go } = begin();
    const { code, stderr } = go(words);
    expect(code).toBe(5);
    expect(stderr).toMatch(/Server "x" differs between (?:a|b)\/x and (?:b|c)\/x\.\n {2}fix: use only one of them: /);
    expect(here.started()).toBeUndefined();
    expect(here.read(`${directory}/new.json`)).toBe('');
  });

  it('are one server when they are the same', () => {
    const { here, go } = begin();
    expect(go(['run', '--servers', 'a/x,c/x'])).toMatchObject({ code: 0 });
    expect(here.started()?.configs).toHaveLength(1);
  });
});

describe('a set that is named as a file', () => {
  it('is handed over from wherever it is', () => {
    const { here, go } = begin({ '~/own/team.json': one('first') });
    const path = here.path('~/own/team.json');
    expect(go(['run', path, 'a'])).toMatchObject({ code: 0, stderr: '' });
    expect(here.started()?.args).toEqual(['--mcp-config', path, '--mcp-config', here.path(`${directory}/a.json`)]);
  });

  it('needs approval when it is inside the project', () => {
    const { here, go } = begin({ 'team.json': one('theirs') });
    for (const word of ['./team.json', '../project/team.json']) {
      const { code, stderr } = go(['run', word]);
      expect(code).not.toBe(0);
      expect(stderr).toContain('--approve');
      expect(here.started()).toBeUndefined();
    }
    symlinkSync(here.path('team.json'), here.path('~/link.json'));
    expect(go(['run', here.path('~/link.json')]).stderr).toContain('--approve');
    const fingerprint = /--approve (\S+)/.exec(go(['run', './team.json']).stderr)?.[1] ?? '';
    expect(go(['run', './team.json', '--approve', fingerprint])).toMatchObject({ code: 0 });
    expect(here.started()?.configs).toEqual([one('theirs')]);
  });

  it('needs no directory of sets', () => {
    const here = machineWithClaude({ '~/own/team.json': one('theirs') });
    expect(here.run(['run', here.path('~/own/team.json')], { env: here.inPath })).toMatchObject({ code: 0 });
  });

  it('reports its errors with their positions', () => {
    const { go } = begin({ 'bad.json': several });
    expect(go(['run', './gone.json'])).toMatchObject({ code: 4, stderr: '✗ File not found: ./gone.json.\n' });
    const { code, stderr } = go(['run', './bad.json']);
    expect(code).toBe(3);
    expect(stderr).toContain('fix: Check command exists and is executable; edit PROJECT/bad.json');
  });
});

describe('sets check', () => {
  it('shows every error with its place, and ends with 6', () => {
    const { code, stdout, stderr } = begin({ [`${directory}/text.json`]: '{\n  "mcpServers": {,}\n}\n' }).go([
      'sets',
      'check',
    ]);
    expect(code).toBe(6);
    expect(stdout).toMatch(/^✓ a\n✓ b\n✓ c\n/);
    expect(stdout).toContain('several.json:3:23 ');
    expect(stdout).toContain('several.json:4:5 ');
    expect(stdout).toContain('text.json:2:18 ');
    expect(stderr).toBe('5 sets checked, 2 cannot be used\n');
  });

  it('checks only the sets and files that are named', () => {
    const { go } = begin({ 'ok.json': '{}' });
    expect(go(['sets', 'check', 'a', './ok.json'])).toEqual({
      code: 0,
      stdout: '✓ a\n✓ ok\n',
      stderr: '2 sets checked, all can be used\n',
    });
    expect(go(['sets', 'check', 'several'])).toMatchObject({ code: 6 });
    expect(go(['sets', 'check', 'nothing'])).toMatchObject({ code: 4 });
    const { stdout } = go(['sets', 'check', 'several', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      errors: [
        { code: 'command-empty', line: 3, column: 23, file: 'HOME/.claude/mcp-configs/several.json' },
        { code: 'url-missing', line: 4 },
      ],
    });
  });
});

describe('sets create', () => {
  it('makes the directory that --config-dir names', () => {
    const { here, go } = begin();
    expect(go(['sets', 'create', 'new', '-c', 'deep/er'])).toMatchObject({ code: 0 });
    expect(JSON.parse(here.read('deep/er/new.json'))).toEqual({ mcpServers: {} });
    expect(go(['sets', 'create', 'new', '-c', 'a-file/x'])).toMatchObject({ code: 0 });
    here.write('file', '');
    expect(go(['sets', 'create', 'new', '-c', 'file'])).toMatchObject({ code: 4 });
  });
});
