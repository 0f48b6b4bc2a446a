import { describe, expect, it } from 'vitest';
import { machine, type Machine } from './support/machine.ts';

const cursor = `{
  "mcpServers": {
    "a": { "command": "run", "args": ["b"], "env": { "K": "\${env:TOKEN}" } }
  }
}
`;

function clientsWith(here: Machine, name: string): string[] {
  const { data } = here.ask<{ servers: { name: string; client: string; scope: string }[] }>(['list']);
  return data.servers.filter((one) => one.name === name).map(({ client, scope }) => `${client}:${scope}`);
}

describe('plugboard copy', () => {
  it('brings a server to others, in their words', () => {
    const here = machine({ '~/.cursor/mcp.json': cursor });
    expect(here.run(['copy', 'a', '--from', 'cursor', '--to', 'claude-code:project,opencode:project'])).toEqual({
      code: 0,
      stdout: `✓ copy a from cursor:user to claude-code:project, opencode:project
  created .mcp.json
  created opencode.jsonc
`,
      stderr: 'Undo with: plugboard undo\n',
    });
    expect(JSON.parse(here.read('.mcp.json'))).toEqual({
      mcpServers: { a: { type: 'stdio', command: 'run', args: ['b'], env: { K: '${TOKEN}' } } },
    });
    expect(JSON.parse(here.read('opencode.jsonc'))).toEqual({
      mcp: { a: { type: 'local', command: ['run', 'b'], environment: { K: '{env:TOKEN}' } } },
    });
    expect(here.read('~/.cursor/mcp.json')).toBe(cursor);
  });

  it('reports losses', () => {
    const here = machine({ '~/.cursor/mcp.json': cursor });
    const { code, stderr } = here.run(['copy', 'a', '--from', 'cursor', '--to', 'codex', '-n']);
    expect(code).toBe(6);
    expect(stderr).toContain('✗ codex: a.env.K dropped: ');
    const { errors } = here.ask(['copy', 'a', '--from', 'cursor', '--to', 'codex']);
    expect(errors).toEqual([
      expect.objectContaining({ code: 'written-in-part', server: 'a', client: 'codex', field: 'env.K' }),
    ]);
  });

  it('comes from the catalog when nothing else is said', () => {
    const here = machine();
    here.run(['add', 'a', '--', 'run']);
    expect(here.ask(['cp', 'a', '--to', 'cursor'])).toMatchObject({
      code: 0,
      ok: true,
      data: { title: 'copy a from catalog:user to cursor:user', written: true },
    });
  });

  it('takes the server away with --move', () => {
    const here = machine({ '~/.cursor/mcp.json': cursor });
    const { code, stdout } = here.run(['copy', 'a', '--from', 'cursor', '--to', 'cursor:project', '--move']);
    expect(code).toBe(0);
    expect(stdout).toContain('✓ move a from cursor:user to cursor:project\n');
    expect(clientsWith(here, 'a')).toEqual(['cursor:project']);
    expect(JSON.parse(here.read('~/.cursor/mcp.json'))).toEqual({ mcpServers: {} });
  });

  it('brings a server to everybody else with --to all', () => {
    const here = machine({ '~/.cursor/mcp.json': cursor, '~/.gemini/settings.json': '{}', '~/.claude.json': '{}' });
    expect(here.run(['copy', 'a', '--from', 'cursor', '--to', 'all']).code).toBe(0);
    expect(clientsWith(here, 'a').toSorted()).toEqual(['claude-code:user', 'cursor:user', 'gemini-cli:user']);
    expect(here.read('~/.cursor/mcp.json')).toBe(cursor);
  });
});

describe('a name that is taken', () => {
  const files = {
    '~/.cursor/mcp.json': cursor,
    '~/.gemini/settings.json': '{ "mcpServers": { "a": { "command": "old" } } }\n',
  };
  const args = ['copy', 'a', '--from', 'cursor', '--to', 'gemini-cli'];

  it('is a conflict', () => {
    const here = machine(files);
    expect(here.run(args)).toEqual({
      code: 5,
      stdout: '',
      stderr: `✗ Server "a" already exists in HOME/.gemini/settings.json
  fix: use --overwrite to replace it, --skip to leave it as it is, or --rename to choose a free name
`,
    });
    expect(here.ask([...args, '--move'])).toMatchObject({ code: 5, ok: false, errors: [{ code: 'server-exists' }] });
    expect(here.files()).toEqual(files);
  });

  it('may be left, replaced or avoided', () => {
    const here = machine(files);
    expect(here.run([...args, '--skip'])).toEqual({
      code: 0,
      stdout: '· Nothing to change: copy a from cursor:user to gemini-cli:user\n',
      stderr: 'i gemini-cli:user has a already; it is left unchanged\n',
    });
    expect(here.run([...args, '--skip', '--move']).code).toBe(0);
    expect(here.files()).toEqual(files);
    expect(here.ask([...args, '--rename', '-n']).data['servers']).toEqual([
      { name: 'a', as: 'a-2', target: 'gemini-cli:user', outcome: 'written' },
    ]);
    const renamed = here.run([...args, '--rename']);
    expect(renamed.code).toBe(0);
    expect(JSON.parse(here.read('~/.gemini/settings.json'))).toMatchObject({
      mcpServers: { a: { command: 'old' }, 'a-2': { command: 'run' } },
    });
    // Nobody could know otherwise what it is called now.
    expect(renamed.stderr).toContain('i a is named a-2 in gemini-cli:user\n');
    expect(here.run([...args, '--overwrite']).code).toBe(0);
    expect(JSON.parse(here.read('~/.gemini/settings.json'))).toMatchObject({ mcpServers: { a: { command: 'run' } } });
  });
});

describe('a target that has the name among others that do not', () => {
  const args = ['copy', 'a', '--from', 'cursor', '--to', 'gemini-cli,vscode:project,codex'];
  const files = {
    '~/.cursor/mcp.json': '{ "mcpServers": { "a": { "command": "run" } } }\n',
    '~/.gemini/settings.json': '{ "mcpServers": { "a": { "command": "old" } } }\n',
  };

  it('is skipped, and named', () => {
    const here = machine(files);
    expect(here.run([...args, '--skip', '--move'])).toEqual({
      code: 0,
      stdout: `✓ copy a from cursor:user to vscode:project, codex:user
  created .vscode/mcp.json
  created ~/.codex/config.toml
`,
      stderr: `Undo with: plugboard undo
i gemini-cli:user has a already; it is left unchanged
`,
    });
    expect(here.run(['history']).stdout).toContain('copy a from cursor:user to vscode:project, codex:user\n');
    expect(clientsWith(here, 'a').toSorted()).toEqual([
      'codex:user',
      'cursor:user',
      'gemini-cli:user',
      'vscode:project',
    ]);
  });

  it('takes another name, and only there', () => {
    const { data } = machine(files).ask([...args, '--rename']);
    expect(data['servers']).toEqual([
      { name: 'a', as: 'a-2', target: 'gemini-cli:user', outcome: 'written' },
      { name: 'a', as: 'a', target: 'vscode:project', outcome: 'written' },
      { name: 'a', as: 'a', target: 'codex:user', outcome: 'written' },
    ]);
  });
});

describe('a move that cannot be', () => {
  it('to where the server is does not lose it', () => {
    const here = machine({ '~/.cursor/mcp.json': cursor });
    here.run(['copy', 'a', '--from', 'cursor', '--to', 'cursor', '--move', '--overwrite']);
    expect(here.files()).toEqual({ '~/.cursor/mcp.json': cursor });
  });

  it('to another client that reads the same file does not lose it', () => {
    const here = machine({ '.mcp.json': '{ "mcpServers": { "a": { "type": "stdio", "command": "x" } } }\n' });
    here.run(['copy', 'a', '--from', 'claude-code:project', '--to', 'mcp-json', '--move', '--overwrite']);
    expect(here.read('.mcp.json')).toContain('"a"');
  });

  it('to a client that cannot use the server leaves it in its source', () => {
    const files = { '.vscode/mcp.json': '{ "servers": { "s": { "type": "sse", "url": "https://s.example" } } }\n' };
    const here = machine(files);
    expect(here.ask(['copy', 's', '--from', 'vscode:project', '--to', 'codex', '--move'])).toMatchObject({
      code: 1,
      ok: false,
      errors: [{ code: 'server-refused' }],
    });
    expect(here.files()).toEqual(files);
    const [pending] = here.ask(['approve']).data.pending as { fingerprint: string }[];
    here.run(['approve', pending?.fingerprint ?? '']);
    const partly = here.run(['copy', 's', '--from', 'vscode:project', '--to', 'codex,gemini-cli', '--move']);
    expect(partly.code).toBe(6);
    expect(clientsWith(here, 's').toSorted()).toEqual(['gemini-cli:user', 'vscode:project']);
    expect(partly.stdout).not.toContain('✓ move');
  });
});

describe('what makes no sense', () => {
  const here = machine({ '~/.cursor/mcp.json': cursor });

  it('is a usage error', () => {
    expect(here.run(['copy', 'a', '--from', 'cursor'])).toEqual({
      code: 2,
      stdout: '',
      stderr: "✗ required option '--to <clients>' not specified\n",
    });
    expect(here.run(['copy', 'a', '--from', 'cursor,codex', '--to', 'vscode'])).toEqual({
      code: 2,
      stdout: '',
      stderr: '✗ --from takes one client\n',
    });
    expect(here.ask(['copy', 'a', '--from', 'cursor', '--to', 'vscod'])).toMatchObject({
      code: 2,
      ok: false,
      errors: [{ code: 'usage', message: "unknown client 'vscod', did you mean vscode?" }],
    });
  });

  it('or a server that is not there', () => {
    expect(here.run(['copy', 'z', '--from', 'cursor', '--to', 'codex'])).toMatchObject({ code: 4, stdout: '' });
    expect(here.run(['copy', 'a', '--to', 'codex'])).toEqual({
      code: 4,
      stdout: '',
      stderr: '✗ Server "a" is not in your catalog, but in cursor:user\n  fix: use --from cursor:user\n',
    });
    expect(here.files()).toEqual({ '~/.cursor/mcp.json': cursor });
  });
});
