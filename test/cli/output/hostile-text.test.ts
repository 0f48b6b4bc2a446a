import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { invocations } from '../support/invocations.ts';
import { machine, type Machine } from '../support/machine.ts';

const server = fileURLToPath(new URL('servers/hostile.mjs', import.meta.url));

/** Every way to start a line, each before something that a CI runner or a terminal obeys. */
const breaks = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\n \u00a0\t', '\u001B[2J'];
const text = `a${breaks.map((one) => `${one}::add-mask::canary`).join('')}\n##vso[task.setvariable variable=a]b ##[error]c ##teamcity[x] \u001B]0;t\u0007\u009B31m\u202E`;

/** A name that YAML, TOML and JSON files can have, and that starts a line by itself. */
const name = `::add-mask::${text}`;

const defined = (more: object = {}): object => ({
  command: process.execPath,
  args: [server, text],
  env: { TEXT: text },
  title: text,
  description: text,
  ...more,
});

function hostile(): Machine {
  const ours = {
    live: defined(),
    dies: defined({ args: [server, 'dies'] }),
    [name]: defined(),
    files: { command: text, cwd: text },
    wrong: { command: [text], [text]: text, type: text },
  };
  const quoted = JSON.stringify(text);
  const here = machine({
    '~/.cursor/mcp.json': JSON.stringify({ mcpServers: ours }, undefined, 2),
    '~/.codex/config.toml': `[mcp_servers.${JSON.stringify(name).replaceAll('\\v', '\\u000b')}]\ncommand = "x"\ndescription = """\n::add-mask::canary\n  ::debug::x\n"""\n`,
    '~/.config/goose/config.yaml': `extensions:\n  block:\n    type: stdio\n    cmd: x\n    name: ${quoted}\n    args: []\n    description: |\n      ::add-mask::canary\n      ##vso[x]\n`,
    '~/.config/plugboard/plugboard.json': JSON.stringify({
      servers: { ...ours, other: defined({ targets: ['cursor', text] }) },
      profiles: { [name]: [name], work: ['live', name] },
    }),
    '~/.config/plugboard/policy.json': JSON.stringify({
      rules: [
        { id: text, deny: { server: ['dies', name] }, why: text },
        { id: name, deny: { tool: [`live:${text}`] }, why: name },
      ],
    }),
    '.mcp.json': JSON.stringify({
      mcpServers: { [`project ${name}`]: defined(), theirs: defined(), bad: { type: text } },
    }),
    'bad.json': `{ "mcpServers": { ${JSON.stringify(name)}: { "command": "x", ${quoted}: ${quoted} "b" } }`,
    'good.json': JSON.stringify({ mcpServers: { [name]: defined({ extra: text }) } }),
    [`::add-mask::canary\n::debug::x`]: '{ "mcpServers": { "a": { "command": 1 } } }',
  });
  here.run(['sets', 'create', 'work', 'live', '--description', text]);
  here.run(['disable', 'files', '--in', 'cursor']);
  return here;
}

/** Beside one line for each command. The names that a line contains may be unknown, which its message then says. */
const more: readonly (readonly string[])[] = [
  ['get', 'live'],
  ['get', name],
  ['list', '--verbose'],
  ['add', name, '--', text],
  ['add', text, '--dry-run'],
  ['add', 'new', '--url', `https://x/${text}`],
  ['remove', name, '--dry-run'],
  ['rename', name, 'plain', '--dry-run'],
  ['rename', 'live', name, '--dry-run'],
  ['copy', name, '--to', 'codex', '--dry-run'],
  ['copy', 'live', '--to', 'goose', '--dry-run'],
  ['sync', '--check'],
  ['sync', '--check', '--sarif'],
  ['check', '--format', 'sarif'],
  ['doctor', '--sarif'],
  ['doctor', '--fix', '--dry-run'],
  ['validate', 'good.json'],
  ['validate', `::add-mask::canary\n::debug::x`],
  ['import', 'good.json', '--dry-run'],
  ['import', 'bad.json', '--dry-run'],
  ['policy', 'explain', name],
  ['policy', 'explain', 'dies'],
  ['profile', 'show', name],
  ['profile', 'use', name, '--dry-run'],
  ['profile', 'create', name, text],
  ['sets', 'list'],
  ['sets', 'show', 'work'],
  ['sets', 'show', name],
  ['run', name, '--dry-run'],
  ['approve', name],
  ['approve', 'theirs', '--dry-run'],
  ['deny', name, '--dry-run'],
  ['test'],
  ['test', 'live', 'dies'],
  ['tools', 'live'],
  ['tools', 'live', 'fine'],
  ['tools', 'live', text],
  ['call', 'live', 'fine'],
  ['call', 'live', 'fails'],
  ['call', 'live', text],
  ['resources', 'live'],
  ['resources', 'live', 'x://y'],
  ['prompts', 'live'],
  ['prompts', 'live', 'p'],
  ['prompts', 'live', text],
  ['reload', 'live'],
  ['status', 'live', name],
  ['logs', 'live'],
  ['logs', '--calls'],
  ['tokens', '--tools'],
  ['auth', 'login', name],
  ['secrets', 'set', name],
  ['secrets', 'migrate', '--dry-run'],
  ['gateway', 'token', 'revoke', name],
  ['plans', 'apply', name],
  ['history', name],
  ['undo', name],
  ['backup', 'show', name],
  ['diff', '--full'],
  ['connect', name],
  ['completion', name],
  ['config', name],
  [name],
  ['help', name],
  ['list', `--${name}`],
];

const lines = [...Object.entries(invocations).map(([command, words]) => [command, ...words]), ...more];

/** Their results are content that was asked for, as it is; their messages are not. */
const verbatim = ['export', 'translate'];

// oxlint-disable-next-line no-control-regex -- what no line may contain; tabs align.
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|^\s*::|##\w*\[/u;

function unsafeIn(output: string): string[] {
  return output.split(/\r\n|[\n\r]/).filter((line) => obeyed.test(line));
}

describe('text from files and servers', () => {
  const here = hostile();

  it.each(
    lines.map(
      (line) =>
        [
          line
            .map((word) => JSON.stringify(word))
            .join(' ')
            .slice(0, 60),
          line,
        ] as const,
    ),
  )(
    'starts no line that is obeyed: %s',
    (_, line) => {
      for (const flags of [[], ['--json'], ['--verbose', '--ascii']]) {
        const { stdout, stderr } = here.run([...flags, ...line]);
        if (!verbatim.includes(line[0] ?? '') || flags.includes('--json')) expect(unsafeIn(stdout)).toEqual([]);
        expect(unsafeIn(stderr)).toEqual([]);
      }
    },
    60_000,
  );

  it.each([
    ['check', '--format', 'github'],
    ['sync', '--check', '--format', 'github'],
  ])('starts only commands of ours in annotations of %s', (...line) => {
    const { stdout } = here.run(line);
    const commands = stdout.split('\n').filter((line) => line !== '');
    expect(commands).not.toEqual([]);
    for (const command of commands) expect(command).toMatch(/^::(?:error|warning|notice) [^:]*::[^\r\u2028]*$/);
  });
});
