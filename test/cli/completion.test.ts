import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shellIn } from '../../src/cli/commands/completion.ts';
import { installation } from '../../src/cli/completion/shells.ts';
import { machine, type Machine } from './support/machine.ts';

const cache = process.platform === 'win32' ? '~/AppData/plugboard/cache' : '~/.cache/plugboard';
const index = `${cache}/server-names.json`;
const mcpJson = (...names: readonly string[]): string =>
  JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'x' }])) });

/** The lines for the last of these words. */
function answer(box: Machine, ...words: readonly string[]): string[] {
  const { code, stdout, stderr } = box.run(['__complete', String(words.length - 1), ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').slice(0, -1);
}

/** The same without what they are about. */
function values(box: Machine, ...words: readonly string[]): string[] {
  return answer(box, ...words).map((line) => line.split('\t')[0] ?? '');
}

describe('completing', () => {
  it('knows commands with their summaries, and their aliases', () => {
    const commands = answer(machine(), '');
    expect(commands).toContain('version\tPrint the versions of Plugboard, Node and the system.');
    expect(commands).toContain('ls\talias of list');
    expect(values(machine(), 'help', 'vers')).toEqual(['version']);
    expect(values(machine(), 'config', '')).toContain('path');
  });

  it('knows the options of a command and those that every command takes, each once', () => {
    const options = answer(machine(), 'clients', '-');
    expect(options).toContain('--installed\tonly installed clients');
    expect(options).toContain('--json\tprint one JSON document, on failure too');
    expect(values(machine(), 'clients', '--json', '--installed', '--')).not.toContain('--installed');
    expect(values(machine(), 'add', 'x', '--env', 'A=1', '--en')).toEqual(['--env']);
    expect(values(machine(), '--j')).toEqual(['--json']);
  });

  it('offers options where nothing else can stand', () => {
    expect(values(machine(), 'clients', '')).toContain('--installed');
  });

  it('knows clients, lists of them, and their scopes', () => {
    const box = machine();
    expect(answer(box, 'add', 'x', '--to', 'claude')).toEqual([
      'claude-code\tClaude Code',
      'claude-desktop\tClaude Desktop',
    ]);
    expect(values(box, 'add', 'x', '--to', 'claude-code,claude')).toEqual(['claude-code,claude-desktop']);
    expect(values(box, 'add', 'x', '--to=codex,cursor:')).toEqual([
      '--to=codex,cursor:user',
      '--to=codex,cursor:project',
    ]);
    expect(values(box, 'add', 'x', '--to', 'catalog:')).toEqual(['catalog:user', 'catalog:project']);
    expect(values(box, 'add', 'x', '--to', 'al')).toEqual(['all']);
    expect(values(box, 'validate', '--client', 'al')).not.toContain('all');
    expect(values(box, 'export', '--as', 'codex')).toEqual(['codex']);
  });

  it('knows scopes, transports and the choices of an argument', () => {
    const box = machine();
    expect(answer(box, 'add', '--scope', 'u')).toEqual(['user\tyours, in every project']);
    expect(values(box, 'add', '-t', '')).toEqual(['stdio', 'http', 'sse']);
    expect(values(box, 'completion', '')).toEqual(['bash', 'zsh', 'fish', 'powershell']);
    expect(values(box, 'config', 'path', 's')).toEqual(['state']);
  });

  it('knows the names of servers, and who has them', () => {
    const box = machine({ '.mcp.json': mcpJson('github', 'linear'), '~/.cursor/mcp.json': mcpJson('github') });
    for (const command of [
      'get',
      'edit',
      'remove',
      'rename',
      'clone',
      'enable',
      'disable',
      'copy',
      'export',
      'doctor',
    ]) {
      expect(answer(box, command, 'git')).toEqual(['github\t.mcp.json of a project (project), Cursor (user)']);
    }
    expect(values(box, 'rename', 'github', '')).not.toContain('linear');
    expect(values(box, 'add', 'git')).toEqual([]);
    expect(values(box, 'diff', '--server', 'linear,git')).toEqual(['linear,github']);
  });

  it('finds the middle of a name when nothing starts like it', () => {
    expect(values(machine({ '.mcp.json': mcpJson('github') }), 'get', 'HUB')).toEqual(['github']);
  });

  it('looks where --cwd says', () => {
    const box = machine({ 'other/.mcp.json': mcpJson('there') });
    expect(values(box, '--cwd', 'other', 'get', '')).toEqual(['there']);
    expect(values(box, 'get', '--cwd=other', '')).toEqual(['there']);
    expect(values(box, 'get', '')).toEqual([]);
  });

  it('completes the changes that can be undone, newest first', () => {
    const box = machine();
    box.run(['add', 'first', '--', 'x', '--yes']);
    box.run(['add', 'second', '--', 'x', '--yes']);
    for (const words of [
      ['undo', ''],
      ['history', ''],
      ['backup', 'show', ''],
    ]) {
      expect(answer(box, ...words).map((line) => line.replace(/^\w+\t/, ''))).toEqual([
        expect.stringContaining('second'),
        expect.stringContaining('first'),
      ]);
    }
  });

  it('leaves files, directories and other command lines to the shell', () => {
    const box = machine();
    expect(answer(box, 'validate', '')).toEqual(['\tfiles']);
    expect(answer(box, 'import', 'claude-d')).toEqual(['claude-desktop\tClaude Desktop', '\tfiles']);
    expect(answer(box, '--cwd', '')).toEqual(['\tdirectories']);
    expect(answer(box, 'add', 'x', '--directory', '')).toEqual(['\tdirectories']);
    expect(answer(box, 'add', 'x', '--', 'np')).toEqual(['\tcommand']);
    expect(answer(box, 'get', '--', '')).toEqual([]);
  });

  it('takes a missing last word for an empty one', () => {
    const { stdout } = machine().run(['__complete', '1', 'completion']);
    expect(stdout).toBe('bash\nzsh\nfish\npowershell\n');
  });

  it('has nothing to say about what it does not know', () => {
    expect(values(machine(), 'no-such-command', 'x')).toEqual([]);
    expect(machine().run(['__complete'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('never prints what a terminal or a shell would not take for text', () => {
    const names = ['ok', 'two\nlines', 'tab\there', '\u001B[31mred', '--yes', '\u202Eevil'];
    expect(answer(machine({ '.mcp.json': mcpJson(...names) }), 'get', '')).toEqual([
      'ok\t.mcp.json of a project (project)',
    ]);
  });
});

describe('the index of names', () => {
  it('is never behind: after commands, edits, deletions, and where variables lead elsewhere', () => {
    const box = machine({ '~/.cursor/mcp.json': mcpJson('one') });
    const names = (env = {}): string[] =>
      box
        .run(['__complete', '1', 'get', ''], { env })
        .stdout.split('\n')
        .flatMap((line) => line.split('\t')[0] || []);
    expect(names()).toEqual(['one']);
    expect(box.run(['add', 'two', '--to', 'cursor', '--', 'x']).code).toBe(0);
    expect(names()).toEqual(['one', 'two']);
    box.write('~/.cursor/mcp.json', mcpJson('three'));
    expect(names()).toEqual(['three']);
    box.write('~/elsewhere/config.toml', '[mcp_servers.four]\ncommand = "x"\n');
    expect(names({ CODEX_HOME: box.path('~/elsewhere') })).toEqual(['four', 'three']);
    box.write('~/.cursor/mcp.json', '{ broken');
    expect(names()).toEqual([]);
  });

  it('knows servers that were taken out of a file to switch them off', () => {
    const box = machine({ '~/.cursor/mcp.json': mcpJson('on', 'off') });
    expect(values(box, 'enable', '')).toEqual(['on', 'off']);
    box.run(['disable', 'off', '--in', 'cursor']);
    expect(values(box, 'enable', '').toSorted()).toEqual(['off', 'on']);
  });

  it('is what answers as long as nothing changes, and is private', () => {
    const box = machine({ '~/.cursor/mcp.json': mcpJson('real') });
    expect(values(box, 'get', '')).toEqual(['real']);
    box.write(index, box.read(index).replace('"name":"real"', '"name":"remembered"'));
    expect(values(box, 'get', '')).toEqual(['remembered']);
    expect(box.read(index)).not.toContain('command');
  });

  it('is made again when it is damaged or of another version', () => {
    const box = machine({ '~/.cursor/mcp.json': mcpJson('real') });
    for (const text of [
      '{',
      '[]',
      'null',
      '{"version":"0.0.0","projects":[]}',
      '{"version":"0.1.0","projects":[{}]}',
    ]) {
      box.write(index, text);
      expect(values(box, 'get', '')).toEqual(['real']);
    }
  });

  it('keeps projects apart and forgets those that have not been used for long', () => {
    const box = machine();
    for (let number = 0; number < 10; number += 1) {
      box.write(`p${number}/.mcp.json`, mcpJson(`server${number}`));
      expect(values(box, '--cwd', `p${number}`, 'get', '')).toEqual([`server${number}`]);
    }
    const { projects } = JSON.parse(box.read(index)) as { projects: { project: string }[] };
    expect(projects.map(({ project }) => project.at(-1)).join('')).toBe('98765432');
  });

  it('is not needed', () => {
    const box = machine({ '~/.cursor/mcp.json': mcpJson('real'), [cache]: 'a file where the directory should be' });
    expect(values(box, 'get', '')).toEqual(['real']);
  });
});

describe('plugboard completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s and nothing else', (shell) => {
    const { code, stdout, stderr } = machine().run(['completion', shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('plugboard __complete');
    expect(stdout).not.toMatch(/\beval\b|Invoke-Expression|\biex\b/);
  });

  it('goes by $SHELL and says so', () => {
    const { code, stdout, stderr } = machine().run(['completion'], { env: { SHELL: '/usr/bin/fish' } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'i This script is for fish, according to $SHELL.\n' });
    expect(stdout).toBe(machine().run(['completion', 'fish']).stdout);
  });

  it('lists the shells when it cannot tell', () => {
    const failed = { code: 2, stdout: '', stderr: '✗ name a shell: bash, zsh, fish, powershell\n' };
    expect(machine().run(['completion'])).toEqual(failed);
    expect(machine().run(['completion'], { env: { SHELL: '/bin/tcsh' } })).toEqual(failed);
    expect(shellIn({ platform: 'win32', env: {} })).toBe('powershell');
    expect(shellIn({ platform: 'win32', env: { SHELL: 'C:\\Git\\usr\\bin\\bash.exe' } })).toBe('bash');
    const { code, errors } = machine().ask(['completion', 'tcsh']);
    expect({ code, errors }).toMatchObject({ code: 2, errors: [{ code: 'usage' }] });
    expect(errors[0]?.message).toContain('bash, zsh, fish, powershell');
  });

  it('gives the same as data, with how to install it', () => {
    const { data } = machine().ask<{ shell: string; script: string; install: string[] }>(['completion', 'zsh']);
    expect(data.shell).toBe('zsh');
    expect(data.script).toBe(machine().run(['completion', 'zsh']).stdout);
    expect(data.install).toContain('plugboard completion zsh > ~/.zfunc/_plugboard');
  });

  it('says in its help how to install it in each shell', () => {
    const { stdout } = machine().run(['completion', '--help']);
    for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
      expect(stdout).toContain(`plugboard completion ${shell}`);
  });

  it('has a PowerShell script that registers both names and quotes what it does not know to be plain', () => {
    const { stdout } = machine().run(['completion', 'powershell']);
    expect(stdout).toContain('Register-ArgumentCompleter -Native -CommandName plugboard, plug');
    expect(stdout).toContain('EscapeSingleQuotedStringContent($value)');
    // Windows PowerShell would take the letters of names for those of the console's code page.
    const [before = '', after = ''] = stdout.split('plugboard __complete');
    expect(before).toContain('[Console]::OutputEncoding = [System.Text.UTF8Encoding]::new($false)');
    expect(after).toContain('[Console]::OutputEncoding = $encoding');
    // Without a mark it reads a script in that code page too.
    expect(stdout).toMatch(/^[\n\x20-\x7e]*$/);
    expect(installation('powershell').join('\n')).toContain('Set-ExecutionPolicy -Scope CurrentUser RemoteSigned');
  });

  it('is not shown by help, and neither is what the scripts call', () => {
    const box = machine();
    expect(box.run(['--help']).stdout).not.toContain('__complete');
    expect(existsSync(box.path(index))).toBe(false);
  });
});
