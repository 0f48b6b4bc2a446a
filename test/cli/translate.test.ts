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

  it('says on standard error what is lost, and keeps standard output clean', () => {
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
});
