import { describe, expect, it } from 'vitest';
import { machine, type Machine } from './support/machine.ts';

const files = {
  '~/.cursor/mcp.json': `{
  // mine
  "mcpServers": {
    "s": {
      "command": "npx", // run
      "args": ["-y", "x"],
      "env": { "A": "1" }
    },
    "t": { "url": "https://t.example/mcp", "headers": { "X": "1" } },
  },
}
`,
};

function serversOf(here: Machine): Record<string, Record<string, unknown>> {
  const { data } = here.ask<{ servers: { name: string; server: Record<string, unknown> }[] }>(['list']);
  return Object.fromEntries(data.servers.map(({ name, server }) => [name, server]));
}

describe('plugboard edit', () => {
  it('sets and removes fields, and leaves the rest as it is written', () => {
    const here = machine(files);
    const ended = here.run([
      'edit',
      's',
      '--in',
      'cursor',
      '--set',
      'env.B=2',
      '--unset',
      'env.A',
      '--set',
      'args=["-z"]',
    ]);
    expect(ended).toEqual({
      code: 0,
      stdout: '✓ change s in cursor:user\n  changed ~/.cursor/mcp.json\n',
      stderr: 'Undo with: plugboard undo\n',
    });
    expect(serversOf(here)['s']).toEqual({ command: 'npx', args: ['-z'], env: { B: '2' } });
    const text = here.read('~/.cursor/mcp.json');
    expect(text).toContain('  // mine\n');
    expect(text).toContain('"command": "npx", // run\n');
    expect(text).toContain('"t": { "url": "https://t.example/mcp", "headers": { "X": "1" } },\n');
  });

  it('leaves no blanks at the end of a line', () => {
    const here = machine(files);
    here.run(['edit', 's', '--in', 'cursor', '--set', 'env.B=2', '--unset', 'env.A']);
    expect(here.read('~/.cursor/mcp.json')).toContain('"B"');
    expect(here.read('~/.cursor/mcp.json')).not.toMatch(/[ \t]$/m);
  });

  it('takes the options of add', () => {
    const here = machine(files);
    here.run(['edit', 's', '--in', 'cursor', '-e', 'B=2', '-e', 'C', '--timeout', '5', '--title', 'T']);
    expect(serversOf(here)['s']).toMatchObject({ command: 'npx', env: { A: '1', B: '2', C: '${C}' }, timeout: 5 });
    here.run(['edit', 't', '--in', 'cursor', '-H', 'Y: 2', '--url', 'https://t.example/v2']);
    expect(serversOf(here)['t']).toEqual({ url: 'https://t.example/v2', headers: { X: '1', Y: '2' } });
  });

  it('takes a whole command line, which may be shorter than the old one', () => {
    const here = machine(files);
    here.run(['edit', 's', '--in', 'cursor', '--', 'node', 'server.js', '--json']);
    expect(serversOf(here)['s']).toEqual({ command: 'node', args: ['server.js', '--json'], env: { A: '1' } });
    here.run(['edit', 's', '--in', 'cursor', '--', 'node']);
    expect(serversOf(here)['s']).toEqual({ command: 'node', env: { A: '1' } });
  });

  it('makes a local server a remote one and back, and says what does not come along', () => {
    const here = machine(files);
    const there = here.run(['edit', 's', '--in', 'cursor', '--url', 'https://s.example/mcp', '--token', '${T}']);
    expect(there.code).toBe(0);
    expect(there.stderr).toContain('! cursor: s.command dropped: it has no effect on http servers\n');
    expect(there.stderr).toContain('! cursor: s.args dropped: it has no effect on http servers\n');
    expect(serversOf(here)['s']).toEqual({
      url: 'https://s.example/mcp',
      headers: { Authorization: 'Bearer ${T}' },
    });
    const back = here.ask<{ written: boolean }>(['edit', 's', '--in', 'cursor', '--', 'npx']);
    expect(back).toMatchObject({ code: 0, ok: true, data: { written: true } });
    expect(back.warnings).toEqual([
      expect.objectContaining({ code: 'translation-loss', field: 'url', action: 'dropped' }),
      expect.objectContaining({ code: 'translation-loss', field: 'headers', action: 'dropped' }),
    ]);
    expect(serversOf(here)['s']).toEqual({ command: 'npx' });
  });

  it('changes the server wherever it is with --in all, each file in its own words', () => {
    const here = machine({ ...files, '~/.codex/config.toml': '[mcp_servers.s]\ncommand = "npx" # run\n' });
    expect(here.run(['edit', 's', '--in', 'all', '-e', 'TOKEN', '--unset', 'env.A']).code).toBe(0);
    expect(here.read('~/.codex/config.toml')).toBe('[mcp_servers.s]\ncommand = "npx" # run\nenv_vars = ["TOKEN"]\n');
    expect(here.read('~/.cursor/mcp.json')).toContain('"TOKEN": "${env:TOKEN}"');
  });

  it('takes type for the transport, as most files call it', () => {
    const here = machine({
      '.vscode/mcp.json': '{ "servers": { "s": { "type": "http", "url": "https://s.example" } } }\n',
    });
    expect(here.run(['edit', 's', '--in', 'vscode:project', '--set', 'type=sse']).code).toBe(0);
    expect(here.read('.vscode/mcp.json')).toBe(
      '{ "servers": { "s": { "type": "sse", "url": "https://s.example" } } }\n',
    );
  });

  it('names only clients that can use the changed server, and reports the others', () => {
    const here = machine({
      '~/.gemini/settings.json': '{ "mcpServers": { "r": { "httpUrl": "https://r.example" } } }\n',
      '~/.codex/config.toml': '[mcp_servers.r]\nurl = "https://r.example"\n',
    });
    const { code, stdout, stderr } = here.run(['edit', 'r', '--in', 'all', '--set', 'type=sse']);
    expect({ code, stdout }).toEqual({
      code: 6,
      stdout: '✓ change r in gemini-cli:user\n  changed ~/.gemini/settings.json\n',
    });
    expect(stderr).toContain(
      '✗ codex: r.transport dropped: Codex does not support sse servers; the server is not written\n',
    );
  });

  it('does nothing when nothing changes', () => {
    const here = machine(files);
    expect(here.run(['edit', 's', '--in', 'cursor', '--set', 'env.A=1'])).toEqual({
      code: 0,
      stdout: '· Nothing to change: change s in cursor:user\n',
      stderr: '',
    });
    expect(here.everything()).toEqual(['~/.cursor/mcp.json']);
  });

  it('shows a dry run with its secrets masked', () => {
    const here = machine(files);
    const { code, stdout, stderr } = here.run(['edit', 's', '--in', 'cursor', '-n', '--set', 'env.PASSWORD=canary']);
    expect(code).toBe(0);
    expect(stdout).toContain('PASSWORD');
    expect(stderr).toContain('PASSWORD is a secret in plain text');
    expect(`${stdout}${stderr}`).not.toContain('canary');
    expect(here.files()).toEqual(files);
  });

  it('warns of the secrets that it is given, and of no others', () => {
    const here = machine({
      '~/.cursor/mcp.json': '{ "mcpServers": { "s": { "command": "a", "env": { "TOKEN": "x" } } } }',
    });
    const { stderr } = here.run(['edit', 's', '--in', 'cursor', '--set', 'env.LEVEL=debug']);
    expect(stderr).not.toContain('plain text');
  });
});

describe('what cannot be edited', () => {
  const here = machine(files);
  const fails = (args: string[], code: number, message: string): void => {
    const ended = here.run(['edit', ...args]);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr.split('\n')[0]).toBe(`✗ ${message}`);
  };

  it('a server that is not there, or not there', () => {
    fails(['r', '--set', 'a=b'], 4, 'Unknown server "r". Did you mean "s"?');
    fails(['nothing', '--in', 'cursor', '--set', 'a=b'], 4, 'Unknown server "nothing" in HOME/.cursor/mcp.json');
    fails(['s', '--set', 'timeout=5'], 4, 'Server "s" is not in your catalog, but in cursor:user');
    expect(here.run(['edit', 's', '--set', 'timeout=5']).stderr).toContain('\n  fix: use --in cursor:user\n');
    expect(here.ask(['edit', 's', '--set', 'timeout=5'])).toMatchObject({
      code: 4,
      ok: false,
      errors: [{ code: 'server-elsewhere' }],
    });
  });

  it('a server without any change, without a terminal', () => {
    fails(['s', '--in', 'cursor'], 2, 'Nothing to change. Give --set, --unset, --url, -- <command...> …');
  });

  it('a server into one that no client can use', () => {
    fails(
      ['t', '--in', 'cursor', '--set', 'url=nonsense'],
      3,
      'Invalid server config: Server "t" (url): Must be a valid URL that starts with http:// or https://',
    );
    fails(
      ['t', '--in', 'cursor', '--unset', 'url'],
      3,
      'Invalid server config: Server "t" (command): A stdio server needs "command"',
    );
    fails(
      ['s', '--in', 'cursor', '--set', 'args=-y'],
      3,
      'Invalid server config: Server "s" (args): Invalid input: expected array, received string',
    );
  });

  it('a timeout or a count into nonsense', () => {
    const other = machine(files);
    const refused = {
      'timeout=soon': '(timeout): "timeout" must be a number greater than 0, not soon',
      'timeout=0': '(timeout): "timeout" must be a number greater than 0, not 0',
      'retries=-1': '(retries): "retries" must be a whole number of at least 0, not -1',
      'disabled=maybe': '(disabled): "disabled" must be true or false, not maybe',
      'tools=all': '(tools): Invalid input: expected object, received string',
      'auth={"type":"magic"}': '(auth.type): Unknown type of authentication: magic',
      'platforms=["beos"]': '(platforms.0): Unknown platform "beos"',
    };
    for (const [setting, message] of Object.entries(refused))
      expect(other.run(['edit', 's', '--in', 'cursor', '--set', setting])).toEqual({
        code: 3,
        stdout: '',
        stderr: `✗ Invalid server config: Server "s" ${message}\n`,
      });
    expect(other.files()).toEqual(files);
  });

  it('but what was nonsense before does not keep anything else from being edited', () => {
    const other = machine({ 'plugboard.json': '{ "servers": { "s": { "command": "a", "timeout": "soon" } } }\n' });
    expect(other.run(['edit', 's', '--in', 'catalog:project', '--set', 'title=T']).code).toBe(0);
    expect(JSON.parse(other.read('plugboard.json'))).toEqual({
      servers: { s: { command: 'a', timeout: 'soon', title: 'T' } },
    });
  });

  it('with options that make no sense', () => {
    fails(['s', '--in', 'cursor', '--set', 'nonsense'], 2, "--set takes field=value, not 'nonsense'");
    fails(
      ['s', '--in', 'cursor', '--url', 'https://x', '--', 'run'],
      2,
      'Use either --url or -- <command...>, not both.',
    );
    fails(
      ['s', 'node', 'x.js', '--in', 'cursor', '-e', 'A=2'],
      2,
      'put -- before the command: plugboard edit s -- node …',
    );
  });

  it('a local server with a token, or a name like any other field', () => {
    const other = machine(files);
    expect(other.run(['edit', 's', '--in', 'cursor', '--token', '${T}'])).toEqual({
      code: 2,
      stdout: '',
      stderr: '✗ --token requires --url (HTTP/SSE transport).\n',
    });
    expect(other.run(['edit', 's', '--in', 'cursor', '--set', 'name=other']).code).toBe(2);
  });

  it('stays as it was', () => {
    expect(here.files()).toEqual(files);
  });
});
