import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { program, machine } from '../support/machine.ts';

const files = {
  '~/.cursor/mcp.json': '{ "mcpServers": { "files": { "command": "npx" } } }\n',
  'sub/.cursor/mcp.json': '{ "mcpServers": { "deep": { "command": "d" } } }\n',
};
const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
// oxlint-disable-next-line no-control-regex -- colors are made of these.
const escape = /\u001b/;

describe('colors', () => {
  const here = machine(files);
  const isColored = (args: string[], env: Record<string, string>): boolean =>
    escape.test(here.run([...args, 'get', 'files'], { env }).stdout);

  it('are off unless there is a terminal or --color', () => {
    const plain = { NO_COLOR: '' };
    expect(isColored([], plain)).toBe(false);
    expect(isColored([], { ...plain, FORCE_COLOR: '1' })).toBe(true);
    expect(isColored([], { ...plain, CLICOLOR_FORCE: '1' })).toBe(true);
    expect(isColored([], { ...plain, FORCE_COLOR: '0' })).toBe(false);
    expect(isColored([], { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
    expect(isColored(['--color'], { NO_COLOR: '1' })).toBe(true);
    expect(isColored(['--no-color'], { ...plain, FORCE_COLOR: '1' })).toBe(false);
    expect(isColored(['--color=always'], { NO_COLOR: '1' })).toBe(true);
    expect(isColored(['--color=never'], { ...plain, FORCE_COLOR: '1' })).toBe(false);
    expect(isColored(['--color=auto'], { ...plain, FORCE_COLOR: '1' })).toBe(true);
    expect(here.run(['--color=sometimes', 'list'])).toMatchObject({ code: 2, stdout: '' });
    expect(here.run(['add', 'x', '-n', '--', 'run', '--color=always']).stdout).toContain('"--color=always"');
  });

  it('change nothing but the color', () => {
    const args = ['add', 'x', '--to', 'codex', '-n', '--', 'run'];
    const [plain, colored] = [here.run(args), here.run(['--color', ...args])];
    expect(colored.stdout).toMatch(escape);
    // oxlint-disable-next-line no-control-regex -- colors are made of these.
    expect(colored.stdout.replaceAll(/\u001b\[[\d;]*m/g, '')).toBe(plain.stdout);
  });

  it('never get into JSON', () => {
    expect(here.run(['--color', 'list', '--json'], { env: { FORCE_COLOR: '1' } }).stdout).not.toMatch(escape);
  });
});

describe('signs', () => {
  const here = machine(files);
  // oxlint-disable-next-line no-control-regex -- everything else is beyond ASCII.
  const ascii = /^[\u0000-\u007f]*$/;

  it('are plain where the locale has no others', () => {
    expect(here.run(['get', 'files', '--ascii']).stdout).toMatch(/^\+ cursor {2}user {2}active/m);
    for (const env of [{ LANG: 'C' }, { LC_ALL: 'POSIX' }, { LANG: 'de_DE.ISO-8859-1' }]) {
      const { stdout, stderr } = here.run(['get', 'file'], { env });
      expect(stdout + stderr).toMatch(ascii);
      expect(stderr).toMatch(/^x Unknown server "file"/);
    }
  });

  it('are the usual ones where it has, or says nothing', () => {
    for (const env of [{ LANG: 'C', LC_ALL: 'en_US.UTF-8' }, { LANG: 'en_US.utf8' }, { LANG: '' }])
      expect(here.run(['get', 'files'], { env }).stdout).toMatch(/^✓ cursor/m);
  });
});

describe('--quiet', () => {
  it('leaves results and errors', () => {
    const here = machine(files);
    expect(here.run(['-q', 'add', 'x', '--to', 'cursor', '-e', 'TOKEN=plain-secret', '--', 'run'])).toEqual({
      code: 0,
      stdout: '✓ add x to cursor:user\n  changed ~/.cursor/mcp.json\n',
      stderr: '',
    });
    const failed = here.run(['add', 'x', '--to', 'cursor', '--quiet', '--', 'run']);
    expect(failed).toMatchObject({ code: 5, stdout: '' });
    expect(failed.stderr).toMatch(/^✗ Server "x" already exists in HOME\/.cursor\/mcp.json\n/);
  });
});

describe('--cwd', () => {
  const here = machine(files);
  const clients = (args: string[]): unknown =>
    here.ask<{ servers: { name: string; scope: string }[] }>(args).data.servers.map(({ name, scope }) => [name, scope]);

  it('is where the project is, also relative, before the command and after it', () => {
    const both = [
      ['deep', 'project'],
      ['files', 'user'],
    ];
    expect(clients(['list'])).toEqual([['files', 'user']]);
    expect(clients(['--cwd', 'sub', 'list'])).toEqual(both);
    expect(clients(['list', '--cwd', here.path('sub')])).toEqual(both);
    expect(clients(['list', '--cwd=./sub/../sub'])).toEqual(both);
    expect(here.run(['add', 'x', '--cwd', 'sub', '--to', 'codex:project', '--', 'run']).code).toBe(0);
    expect(here.read('sub/.codex/config.toml')).toContain('run');
  });

  it('must be a directory', () => {
    for (const directory of ['nowhere', 'sub/.cursor/mcp.json']) {
      const { code, stderr } = here.run(['--cwd', directory, 'list']);
      expect(code).toBe(2);
      expect(stderr).toBe(`✗ --cwd takes a directory, and ${directory} is not one\n`);
    }
    expect(here.run(['list', '--cwd'])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('help and version', () => {
  const here = machine();

  it('are results', () => {
    expect(here.run(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
    expect(here.run(['-V'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
    const help = here.run(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const name of [
      'list|ls',
      'get|show',
      'add',
      'edit',
      'remove|rm',
      'rename|mv',
      'clone',
      'enable',
      'disable',
      'copy|cp',
    ])
      expect(help.stdout).toContain(`\n  ${name} `);
    expect(here.run(['help']).stdout).toBe(help.stdout);
    const add = here.run(['add', '--help']);
    expect(add.stdout).toMatch(/^Usage: plugboard add \[name\]/);
    expect(add.stdout).toContain('Examples:\n  plugboard add ');
    expect(here.run(['help', 'add'])).toEqual(add);
    expect(here.run(['help', 'mv']).stdout).toMatch(/^Usage: plugboard rename\|mv/);
  });

  it('on an unknown command say so', () => {
    const { code, stdout, stderr } = here.run(['help', 'lst']);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: "✗ unknown command 'lst'\n  fix: did you mean list?\n",
    });
    expect(here.ask(['help', 'nothing-like-it'])).toMatchObject({ code: 2, errors: [{ code: 'usage' }] });
    expect(here.run(['help', 'help']).stdout).toMatch(/^Usage: plugboard /);
  });

  it('are one document with --json', () => {
    expect(here.ask<{ version: string }>(['--version'])).toMatchObject({
      ok: true,
      data: { version: manifest.version },
    });
    const { data } = here.ask<{ help: string }>(['get', '--help']);
    expect(`${data.help}\n`).toBe(here.run(['get', '--help']).stdout);
  });
});

describe('mistyped words', () => {
  const here = machine();

  it.each([
    [['lsit'], "unknown command 'lsit'", 'did you mean list?'],
    [['list', '--jsno'], "unknown option '--jsno'", 'did you mean --json?'],
    [['--quite', 'list'], "unknown option '--quite'", 'did you mean --quiet?'],
    [['add', 'x', '--ovrwrite', '--', 'run'], "unknown option '--ovrwrite'", 'did you mean --overwrite?'],
  ])('%j', (args, message, hint) => {
    expect(here.run(args)).toEqual({ code: 2, stdout: '', stderr: `✗ ${message}\n  fix: ${hint}\n` });
    expect(here.ask(args)).toEqual({
      code: 2,
      schema: 1,
      ok: false,
      warnings: [],
      errors: [{ code: 'usage', message, hint }],
    });
  });
});

describe.skipIf(process.platform === 'win32')('a reader that stops early', () => {
  it.each(['2>/dev/null', '2>&1 >/dev/null'])('is not an error: %s', (streams) => {
    const here = machine(files);
    // `true` is gone long before the program has started.
    const line = `{ "${process.execPath}" "${program}" list ${streams}; echo $? > code; } | true`;
    const { stderr } = spawnSync('/bin/sh', ['-c', line], {
      cwd: here.project,
      env: { ...here.env, PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
    });
    expect({ stderr, code: here.read('code') }).toEqual({ stderr: '', code: '0\n' });
  });
});

it('--json prints a document for an unexpected failure', () => {
  const here = machine(files);
  here.run(['disable', 'files', '--in', 'cursor']);
  const ledger = here.everything().find((name) => name.includes('ledger'));
  here.write(ledger ?? '', '{ "API_KEY": "canary" broken');
  for (const args of [['list'], ['get', 'files'], ['enable', 'files', '--in', 'cursor']]) {
    const { stdout, stderr } = here.run([...args, '--json']);
    expect(() => JSON.parse(stdout) as unknown).not.toThrow();
    expect(stderr).toBe('');
    expect(here.run(args).stderr).not.toMatch(/canary|^ {4}at /m);
  }
});
