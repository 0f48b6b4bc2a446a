import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../src/model/shell/shell-words.ts';
import { machine, type Machine } from '../support/machine.ts';

interface Tested {
  readonly servers: readonly { name: string; state: string }[];
}

/** The state of a server in the words of `test`, and the command that it names when the server is off. */
function tested(here: Machine, name: string, cwd = '.'): { state: string | undefined; command: string[] | undefined } {
  const { data, errors } = here.ask<Tested>(['test', '--', name], { cwd });
  const line = /Run (plugboard .*) first\.$/.exec(errors[0]?.message ?? '')?.[1];
  return { state: data?.servers[0]?.state, command: line === undefined ? undefined : wordsOf(line)?.slice(1) };
}

const off = (fields: string): string => `{ "mcpServers": { "x": { "command": "no-such-program", ${fields} } } }\n`;

const places: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['omp:project', { '.omp/mcp.json': off('"enabled": false') }],
  ['omp:project by a key that it ignores', { '.omp/mcp.json': off('"disabled": true') }],
  ['cursor:user', { '~/.cursor/mcp.json': off('"disabled": true') }],
  ['cursor:project', { '.cursor/mcp.json': off('"enabled": false') }],
  ['.mcp.json', { '.mcp.json': off('"disabled": true') }],
  ['.mcp.json with both keys', { '.mcp.json': off('"enabled": false, "disabled": true') }],
  ['.mcp.json in Claude Code', { '.mcp.json': off('"enabled": false'), '~/.claude.json': '{}\n' }],
  [
    'the list of Claude Code',
    { '.mcp.json': off('"args": []'), '.claude/settings.json': '{ "disabledMcpjsonServers": ["x"] }\n' },
  ],
  [
    'a file that is merged with another',
    {
      '~/.codex/config.toml': '[mcp_servers.x]\ncommand = "no-such-program"\nenabled = false\n',
      '.codex/config.toml': '[mcp_servers.x]\nargs = ["a"]\n',
    },
  ],
  [
    'the catalog of the project',
    { 'plugboard.json': '{ "servers": { "x": { "command": "n", "enabled": false } } }\n' },
  ],
  [
    'your catalog',
    { '~/.config/plugboard/plugboard.json': '{ "servers": { "x": { "command": "n", "disabled": true } } }\n' },
  ],
];

describe('a server that is off', () => {
  it.each(places)('is on after the command that test names: %s', (_, files) => {
    const here = machine(files);
    const { state, command } = tested(here, 'x');
    expect(state).toBe('off');
    expect(here.run(command ?? []).code).toBe(0);
    expect(tested(here, 'x').state).not.toBe('off');
  });

  it.each(['my server', "it's", '-x', '--in'])('is on after that command although it is called %s', (name) => {
    const entry = { command: 'no-such-program', disabled: true };
    const here = machine({ '~/.cursor/mcp.json': JSON.stringify({ mcpServers: { [name]: entry } }) });
    expect(here.run(tested(here, name).command ?? []).code).toBe(0);
    expect(tested(here, name).state).not.toBe('off');
  });

  it('is on after that command although it was taken out of its file', () => {
    const here = machine({ '~/.cursor/mcp.json': off('"args": []') });
    here.run(['disable', 'x', '--in', 'cursor']);
    const { state, command } = tested(here, 'x');
    expect(state).toBe('off');
    expect(here.run(command ?? []).code).toBe(0);
    expect(tested(here, 'x').state).not.toBe('off');
  });

  it('is on after that command although its file stands above the project', () => {
    const here = machine({
      '.mcp.json': off('"args": []'),
      '~/.claude.json': '{}\n',
      'deep/.claude/settings.local.json': '{ "disabledMcpjsonServers": ["x"] }\n',
    });
    const { state, command } = tested(here, 'x', 'deep');
    expect(state).toBe('off');
    expect(here.run(command ?? [], { cwd: 'deep' }).code).toBe(0);
    expect(tested(here, 'x', 'deep').state).not.toBe('off');
  });

  it('is on after that command although its file is a link', () => {
    const here = machine({ '.cursor/mcp.json': off('"disabled": true') });
    mkdirSync(here.path('shared'));
    renameSync(here.path('.cursor/mcp.json'), here.path('shared/mcp.json'));
    symlinkSync('../shared/mcp.json', here.path('.cursor/mcp.json'));
    expect(here.run(tested(here, 'x').command ?? []).code).toBe(0);
    expect(tested(here, 'x').state).not.toBe('off');
    expect(here.read('shared/mcp.json')).not.toContain('disabled');
  });

  it('names no command where none helps', () => {
    const entry = { command: 'n', platforms: ['plan9'] };
    const here = machine({ '~/.config/plugboard/plugboard.json': JSON.stringify({ servers: { x: entry } }) });
    const { errors } = here.ask(['test', 'x']);
    expect(errors[0]?.message).toBe('Server "x" runs only on plan9.');
  });
});

it('leaves a server off for others who read the file when it is disabled in one of them', () => {
  const here = machine({ '.mcp.json': off('"disabled": true'), '~/.claude.json': '{}\n' });
  expect(here.run(['disable', 'x', '--in', 'claude-code:project']).code).toBe(0);
  expect(here.read('.mcp.json')).toBe(off('"disabled": true'));
  expect(here.ask(['list', '--client', 'qoder,claude-code']).data.servers).toMatchObject([
    { state: 'off' },
    { state: 'off' },
  ]);
});

describe('a command that would change nothing for the client', () => {
  it('fails, says what decides instead, and names the command for that', () => {
    const files = {
      '~/.codex/config.toml': '[mcp_servers.x]\ncommand = "n"\nenabled = false\n',
      '.codex/config.toml': '[mcp_servers.x]\nargs = ["a"]\n',
    };
    const here = machine(files);
    const { code, errors } = here.ask(['enable', 'x', '--in', 'codex:project']);
    expect(code).toBe(5);
    expect(errors).toMatchObject([{ code: 'switch-without-effect' }]);
    expect(here.files()).toEqual(files);
    const line = /: (plugboard .*)$/.exec(errors[0]?.hint ?? '')?.[1] ?? '';
    expect(here.run((wordsOf(line) ?? []).slice(1)).code).toBe(0);
    expect(tested(here, 'x').state).not.toBe('off');
  });
});
