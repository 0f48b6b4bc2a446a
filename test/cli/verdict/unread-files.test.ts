import { describe, expect, it } from 'vitest';
import type { CommandNeeds } from '../../../src/cli/program/command-entry.ts';
import { commandTable } from '../../../src/cli/program/command-table.ts';
import { catalog, machine } from '../support/machine.ts';

const broken = '~/.cursor/mcp.json';
const files = {
  [catalog]: '{ "servers": { "known": { "command": "no-such-program", "disabled": true } } }\n',
  '~/.claude/mcp-configs/work.json': '{ "mcpServers": {} }\n',
};
const damaged = { ...files, [broken]: '{ "mcpServers": { "hidden": { "comm' };

/** How each command is asked about everything, about `known`, or about what needs no file of a client. */
const lines: Readonly<Record<string, readonly string[]>> = {
  add: ['add', 'new', '--dry-run', '--', 'run'],
  approvals: ['approvals'],
  auth: ['auth'],
  backup: ['backup'],
  call: ['call', 'known', 'tool'],
  clone: ['clone', 'known', 'twin', '--dry-run'],
  completion: ['completion', 'bash'],
  connect: ['connect', 'codex', '--dry-run'],
  copy: ['copy', 'known', '--to', 'codex', '--dry-run'],
  deny: ['deny', 'known'],
  diff: ['diff', 'cursor'],
  disable: ['disable', 'known', '--dry-run'],
  disconnect: ['disconnect', 'codex', '--dry-run'],
  edit: ['edit', 'known', '--set', 'timeout=5', '--dry-run'],
  enable: ['enable', 'known', '--dry-run'],
  export: ['export', '--from', 'cursor'],
  get: ['get', 'known'],
  import: ['import', '--dry-run'],
  init: ['init', '--dry-run'],
  logs: ['logs', 'known'],
  opencode: ['opencode', '--help'],
  reauth: ['reauth', 'known'],
  registry: ['registry', 'outdated'],
  remove: ['remove', 'known', '--dry-run'],
  rename: ['rename', 'known', 'other', '--dry-run'],
  run: ['run', 'work', '--dry-run'],
  translate: ['translate', '--from', 'cursor', '--to', 'codex'],
  ui: ['ui', '--help'],
  unauth: ['unauth', 'known'],
  validate: ['validate', '-'],
};
const input = '{ "mcpServers": { "a": { "command": "run" } } }';

function lineOf(name: string): readonly string[] {
  return lines[name] ?? [name];
}

function commandsThat(need: CommandNeeds): string[] {
  return commandTable.filter(({ needs }) => needs === need).map(({ name }) => name);
}

describe('a file that cannot be read', () => {
  const here = machine(damaged);
  const sound = machine(files);

  it.each(commandsThat('all'))('is named by %s, which fails', (name) => {
    const { code, stdout, stderr } = here.run(lineOf(name), { input });
    // The doctor ends as it does with whatever it finds.
    expect(code).toBe(name === 'doctor' ? 6 : 3);
    expect(`${stdout}${stderr}`).toContain('HOME/.cursor/mcp.json:1:');
    const answer = here.ask(lineOf(name), { input });
    expect(answer).toMatchObject({ code, ok: false });
    expect(JSON.stringify([answer.data, answer.errors])).toContain('HOME/.cursor/mcp.json');
  });

  it.each(commandsThat('some'))('makes %s fail only when it does not find the server elsewhere', (name) => {
    const line = lineOf(name);
    expect(here.run(line, { input }).code).toBe(sound.run(line, { input }).code);
    const unknown = line.map((word) => (word === 'known' ? 'hidden' : word));
    const { code, stdout, stderr } = here.run(unknown, { input });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('HOME/.cursor/mcp.json:1:');
    const { ok, errors } = here.ask(unknown, { input });
    expect(ok).toBe(false);
    expect(errors).toContainEqual(expect.objectContaining({ code: 'syntax', file: 'HOME/.cursor/mcp.json' }));
  });

  it.each(commandsThat('told').filter((name) => name !== 'top'))('is named by %s, which goes on', (name) => {
    const { code, stderr } = here.run(lineOf(name));
    expect(code).toBe(0);
    expect(stderr).toContain('HOME/.cursor/mcp.json:1:');
  });

  it.each(commandsThat('none'))('is no matter to %s', (name) => {
    const line = lineOf(name);
    const { code, stderr } = here.run(line, { input });
    expect(code).toBe(sound.run(line, { input }).code);
    expect(stderr).not.toContain('.cursor/mcp.json');
  });

  it('does not affect a command about other clients', () => {
    expect(here.run(['test', '--client', 'codex']).code).toBe(0);
    expect(here.run(['list', '--client', 'codex']).code).toBe(0);
  });
});

describe('a catalog that was cut off', () => {
  const here = machine({ [catalog]: '{ "servers": { "g": { "comm' });

  it.each(['list', 'test', 'tools', 'status', 'approve', 'tokens', 'reload', 'resources', 'prompts', 'auth'])(
    'is no empty one to %s',
    (name) => {
      const { code, stderr } = here.run([name]);
      expect(code).toBe(3);
      expect(stderr).toContain('HOME/.config/plugboard/plugboard.json:1:');
    },
  );

  it('is none when nothing is left of it', () => {
    const nothing = machine({ [catalog]: '' });
    expect(nothing.run(['test'])).toMatchObject({ code: 3, stderr: expect.stringContaining('the file is empty') });
  });
});

it.each(['{"mcpServers":{}}', '{}'])('a file without servers is none: %s', (text) => {
  const here = machine({ '.mcp.json': text, [broken]: text, '~/.claude/mcp-configs/work.json': text });
  for (const line of [['list'], ['test'], ['status'], ['doctor'], ['approve'], ['sets'], ['validate', '.mcp.json'], []])
    expect([line, here.run(line).code]).toEqual([line, 0]);
});

describe('a server whose definition breaks the rules', () => {
  const here = machine({
    '.mcp.json': '{ "mcpServers": { "bad": { "command": "x", "url": "https://x.example" } } }\n',
  });

  it('is counted by test, and fails it', () => {
    const { code, ok, data, errors } = here.ask<{ servers: { name: string }[] }>(['test']);
    expect({ code, ok, names: data.servers.map(({ name }) => name) }).toEqual({ code: 3, ok: false, names: ['bad'] });
    expect(errors).toMatchObject([{ code: 'server-invalid', server: 'bad' }]);
  });

  it.each([
    ['test', 'bad'],
    ['tools', 'bad'],
    ['call', 'bad', 'x'],
    ['approve', 'bad'],
    ['deny', 'bad'],
    ['reload', 'bad'],
    ['reauth', 'bad'],
  ])('is known to %s %s, with what is wrong and where', (...line) => {
    const { code, stdout, stderr } = here.run(line);
    expect(code).toBe(3);
    expect(`${stdout}${stderr}`).toContain('PROJECT/.mcp.json:1:');
    expect(`${stdout}${stderr}`).toContain('"command" and "url" are mutually exclusive');
  });

  it('is in the table of status', () => {
    expect(here.ask(['status']).data).toMatchObject({ servers: [{ name: 'bad', state: 'unusable' }] });
  });
});

it('a definition that is passed over because it breaks the rules is told of', () => {
  const here = machine({
    [catalog]: '{ "servers": { "g": { "command": 5 } } }\n',
    [broken]: '{ "mcpServers": { "g": { "command": "no-such-program" } } }\n',
  });
  expect(here.run(['status']).stderr).toContain('"g" is skipped in HOME/.config/plugboard/plugboard.json:1:');
  expect(here.ask(['status']).warnings).toContainEqual(expect.objectContaining({ code: 'wrong-type', server: 'g' }));
});

it.each(['5', '[1]', '{}', 'null', 'true'])(
  'list shows a command, arguments and an address of any kind: %s',
  (value) => {
    const entries = `{ "a": { "command": ${value} }, "b": { "command": "x", "args": [${value}] }, "c": { "url": ${value} } }`;
    const here = machine({ [broken]: `{ "mcpServers": ${entries} }\n` });
    for (const line of [['list'], ['get', 'a'], ['status'], ['list', '--json']]) expect(here.run(line).code).toBe(0);
    expect(here.run(['test']).code).toBe(3);
  },
);
