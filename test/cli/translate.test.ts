import { describe, expect, it } from 'vitest';
import { run } from './support/run-program.ts';

const claude = JSON.stringify({
  mcpServers: {
    github: { command: 'npx', args: ['-y', 'server-github'], env: { GITHUB_TOKEN: '${GITHUB_TOKEN}' } },
    remote: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
  },
});

describe('plugboard translate', () => {
  it('turns a Claude Code file into a Codex file on standard output', () => {
    const { code, stdout, stderr } = run(['translate', '--from', 'claude-code', '--to', 'codex', '.mcp.json'], {
      files: { '.mcp.json': claude },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      [
        '[mcp_servers.github]',
        'command = "npx"',
        'args = ["-y", "server-github"]',
        'env_vars = ["GITHUB_TOKEN"]',
        '',
        '[mcp_servers.remote]',
        'url = "https://example.com/mcp"',
        'bearer_token_env_var = "TOKEN"',
        '',
      ].join('\n'),
    );
  });

  it('reads a bare map of servers from standard input', () => {
    const { code, stdout } = run(['translate', '--from', 'cursor', '--to', 'opencode'], {
      input: '{ "x": { "command": "run", "env": { "K": "${env:K}" } } }',
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      mcp: { x: { type: 'local', command: ['run'], environment: { K: '{env:K}' } } },
    });
  });

  it('reports losses on standard error, and keeps standard output clean', () => {
    const input = JSON.stringify({ x: { command: 'run', env: { A: '${B}' } } });
    const { code, stdout, stderr } = run(['translate', '--from', 'claude-code', '--to', 'codex'], { input });
    expect(code).toBe(0);
    expect(stdout).toBe('[mcp_servers.x]\ncommand = "run"\n');
    expect(stderr).toContain('x.env.A dropped');
  });

  it('writes nothing with --strict when something would be lost', () => {
    const input = JSON.stringify({ x: { command: 'run', cwd: '/x' } });
    const { code, stdout } = run(['translate', '--from', 'cursor', '--to', 'claude-code', '--strict'], { input });
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
    const lossless = JSON.stringify({ x: { type: 'stdio', command: 'run' } });
    expect(
      run(['translate', '--from', 'claude-code', '--to', 'gemini-cli', '--strict'], { input: lossless }).code,
    ).toBe(0);
  });

  it('gives text, losses and companions as JSON', () => {
    const { stdout } = run(['translate', '--from', 'claude-code', '--to', 'amp', '--json'], {
      input: '{ "x": { "command": "run", "disabled": true } }',
    });
    const { ok, data } = JSON.parse(stdout) as { ok: boolean; data: { text: string; losses: unknown[] } };
    expect(ok).toBe(true);
    expect(data.losses).toEqual([
      expect.objectContaining({ server: 'x', field: 'disabled', client: 'amp', action: 'emulated' }),
    ]);
  });

  it('points at the place of a syntax error and fails with 3', () => {
    const { code, stdout, stderr } = run(['translate', '--from', 'claude-code', '--to', 'codex'], {
      input: '{\n  "x": {,\n}',
    });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('standard input:2:9');
  });

  it('says so when there are no servers', () => {
    const { code, stderr } = run(['translate', '--from', 'claude-code', '--to', 'codex'], {
      input: '{ "theme": "dark" }',
    });
    expect(code).toBe(3);
    expect(stderr).toContain('No servers found');
  });

  it('helps with a mistyped client', () => {
    const { code, stderr } = run(['translate', '--from', 'claud-code', '--to', 'codex']);
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean claude-code?');
  });

  it('keeps servers with the names of object members', () => {
    const { stdout } = run(['translate', '--from', 'claude-code', '--to', 'opencode'], {
      input: '{ "mcpServers": { "__proto__": { "command": "a" }, "constructor": { "command": "b" } } }',
    });
    expect(stdout).toContain('"__proto__": {');
    expect(stdout).toContain('"constructor": {');
  });

  it.each([
    ['{"servers":{"a":{"command":["x","y"]}}}', 'canonical', '1:28', 'wrong-type'],
    ['{"servers":{"a":{"command":"x","env":{"N":1}}}}', 'canonical', '1:43', 'wrong-type'],
    ['{"servers":{"a":{"transport":"ws","url":"https://x.y"}}}', 'canonical', '1:30', 'unknown-transport'],
    ['{"mcpServers":{"a":{"command":"x"},"b":3}}', 'cursor', '1:40', 'wrong-type'],
    ['{"mcp":{"a":{"type":"local","command":[]}}}', 'opencode', '1:29', 'command-missing'],
    ['[mcp_servers.a]\ncommand = "x"\nenv_vars = "Q"\n', 'codex', '3:12', 'wrong-type'],
    ['mcpServers:\n  - command: x\n', 'continue', '2:5', 'wrong-type'],
    ['\uFEFF{"mcpServers":{"a":5}}', 'cursor', '1:20', 'wrong-type'],
  ])('refuses %s of %s with its place and a fix', (input, from, place, code) => {
    const {
      code: exit,
      stdout,
      stderr,
    } = run(['translate', '--from', from, '--to', 'opencode', '--strict'], { input });
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).toContain(`standard input:${place}`);
    expect(stderr).toContain(`[${code}]`);
    expect(stderr).toContain('fix:');
  });

  it.each(['{"mcp":{"a":{"type":"local","command":["x"]}}}', '{"mcp":{}}'])(
    'names the likely client where %s is not of the one that was said',
    (input) => {
      const { code, stdout, stderr } = run(['translate', '--from', 'cursor', '--to', 'claude-code'], { input });
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toContain('Use --from opencode');
    },
  );

  it('recognizes the client with --from auto', () => {
    const input = '[mcp_servers.a]\ncommand = "x"\nenv_vars = ["Q"]\n';
    const { code, stdout } = run(['translate', '--from', 'auto', '--to', 'opencode', '--json'], { input });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { from: 'codex', losses: [] } });
  });

  it.each([
    ['claude-code', '{\n  "mcpServers": {}\n}\n'],
    ['goose', 'extensions: {}\n'],
  ])('answers a file without servers with an empty one for %s', (to, text) => {
    const { code, stdout } = run(['translate', '--from', 'cursor', '--to', to], { input: '{"mcpServers":{}}' });
    expect({ code, stdout }).toEqual({ code: 0, stdout: text });
  });

  it('keeps all fields for the same client, and reports them for another', () => {
    const input = '{"servers":{"a":{"command":"x","name":"zz"}},"top":2}';
    expect(run(['translate', '--from', 'canonical', '--to', 'canonical', '--strict'], { input }).stdout).toBe(input);
    const { stderr } = run(['translate', '--from', 'canonical', '--to', 'cursor'], { input });
    expect(stderr).toContain('a.name dropped');
    expect(stderr).toContain('top dropped');
  });

  it('reports an open transport of OpenCode only where it has to be told', () => {
    const input = '{"mcp":{"a":{"type":"remote","url":"https://example.com/sse"}}}';
    expect(run(['translate', '--from', 'opencode', '--to', 'claude-code'], { input }).stderr).toContain(
      'a.transport mapped',
    );
    expect(run(['translate', '--from', 'opencode', '--to', 'cursor'], { input }).stderr).toBe('');
  });
});
