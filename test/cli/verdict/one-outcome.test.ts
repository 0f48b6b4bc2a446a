import { describe, expect, it } from 'vitest';
import { askInProcess } from '../support/in-process.ts';
import { invocations } from '../support/invocations.ts';
import { catalog, machine, type Machine } from '../support/machine.ts';

const files = { command: 'npx', args: ['files'] };
const cursor = '~/.cursor/mcp.json';
const codex = '~/.codex/config.toml';

/** A home with servers in a catalog, three clients and a profile; one file of it is replaced. */
const sound = {
  [catalog]: JSON.stringify({
    servers: { files: { ...files, targets: ['cursor', 'codex', 'zed'] }, other: { command: 'uvx' } },
    profiles: { small: { servers: ['other'] } },
  }),
  [cursor]: JSON.stringify({ mcpServers: { files } }),
  [codex]: '[mcp_servers.files]\ncommand = "npx"\nargs = ["files"]\n',
  '.vscode/mcp.json': JSON.stringify({ servers: { files } }),
  'bad.json': '{ "mcpServers": { "x": {} } }',
};

const broken: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no broken file': {},
  'a client file with a syntax error': { [cursor]: '{ "mcpServers": {,} }' },
  'an empty client file': { [cursor]: '' },
  'a client file that the client rejects': { [cursor]: '[]' },
  'a project file with a syntax error': { '.vscode/mcp.json': '{ "servers": ' },
  'a TOML file with a syntax error': { [codex]: '[mcp_servers.x\n' },
  'a file with an invalid entry': { [cursor]: '{ "mcpServers": { "files": { "command": 5 } } }' },
  'a broken catalog': { [catalog]: '{ "servers": ' },
  'a catalog with an invalid entry': {
    [catalog]: '{ "servers": { "files": { "command": 5, "targets": ["cursor"] } } }',
  },
};

/** Command lines that write, each in a home of its own. */
const writing: readonly (readonly string[])[] = [
  ['add', 'new', '--to', 'cursor,codex', '--', 'run'],
  ['add', 'new', '--to', 'codex', '--', 'run'],
  ['edit', 'files', '--in', 'codex', '--command', 'other'],
  ['edit', 'files', '--command', 'other'],
  ['remove', 'files', '--from', 'codex'],
  ['remove', 'files', '--all'],
  ['rename', 'files', 'documents'],
  ['clone', 'files', 'documents', '--to', 'codex'],
  ['disable', 'files'],
  ['enable', 'files'],
  ['disable', 'files', '--in', 'codex'],
  ['copy', 'files', '--from', 'codex', '--to', 'cursor,zed'],
  ['copy', 'files', '--from', 'cursor', '--to', 'zed'],
  ['import'],
  ['import', 'cursor'],
  ['init'],
  ['sync'],
  ['sync', '--pull'],
  ['sync', '--prefer', 'mine'],
  ['sync', '--prune'],
  ['sync', '--check'],
  ['sync', 'codex'],
  ['profile', 'create', 'third', 'other'],
  ['profile', 'use', 'small'],
  ['profile', 'use', '--all'],
  ['profile', 'show', 'small'],
  ['connect', 'cursor'],
  ['connect', 'codex'],
  ['disconnect', 'cursor'],
  ['sets', 'create', 'work', 'files'],
  ['secrets', 'migrate'],
  ['secrets', 'scan'],
  ['doctor', '--fix'],
  ['doctor'],
  ['check'],
  ['diff'],
  ['diff', 'cursor', 'codex'],
  ['undo'],
  ['backup', 'create'],
  ['lock'],
  ['export', '--from', 'cursor', '--to-file', 'out.json'],
  ['translate', 'bad.json', '--to', 'codex'],
];

const lines = [
  ...Object.entries(invocations).flatMap(([name, rest]) =>
    rest.includes('--help') || name.startsWith('_') || name === 'help' || name === 'completion'
      ? []
      : [[name, ...rest]],
  ),
  ...writing.flatMap((line) => [
    [...line, '--yes'],
    [...line, '--dry-run'],
  ]),
];

describe.each(Object.entries(broken))('with %s', (_, changed) => {
  it.each(lines.map((line) => [line.join(' '), line] as const))('%s', async (_, line) => {
    const here: Machine = machine({ ...sound, ...changed });
    const answer = await askInProcess(here, line);
    const { code, ok, errors } = answer;
    expect({ ok, hasErrors: errors.length > 0 }).toEqual({ ok: code === 0, hasErrors: code !== 0 });
  });
});

/** Commands whose marks are about what they found, not about what they did. */
const reporting = ['doctor', 'check', 'diff', 'secrets', 'profile show', 'sync --check'];

describe.each([
  'a client file with a syntax error',
  'a project file with a syntax error',
  'a catalog with an invalid entry',
])('in text, with %s', (name) => {
  const told = writing.filter((line) => !reporting.some((one) => line.join(' ').startsWith(one)));
  it.each(told.map((line) => [line.join(' '), line] as const))('%s', async (_, line) => {
    const files = { ...sound, ...broken[name] };
    const here = machine(files);
    const { code, stdout, stderr } = here.run([...line, '--yes']);
    const hasFailed = /^✗/m.test(stdout) || /^✗/m.test(stderr);
    const answer = await askInProcess(machine(files), [...line, '--yes']);
    expect({ code, hasFailed }).toEqual({ code: answer.code, hasFailed: answer.code !== 0 });
    if (/^✓/m.test(stdout))
      expect([here.files(), here.everything()]).not.toEqual([files, Object.keys(files).toSorted()]);
  });
});
