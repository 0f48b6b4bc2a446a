import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { machine } from './support/machine.ts';
import { run } from './support/run-program.ts';

it('shows a summary and next steps without arguments', () => {
  const { code, stdout, stderr } = run([], {
    files: { '.cursor/mcp.json': '{ "mcpServers": { "a": { "command": "x" } } }' },
    homeIsFolder: true,
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '✓ cursor  1 server\n' });
  expect(stderr).toContain('  plugboard list ');
  expect(run(['-q'], { homeIsFolder: true }).stderr).toBe('');
});

it('has a friendly word for an empty home, and the same as JSON', () => {
  expect(run([], { homeIsFolder: true }).stdout).toMatch(/^No assistant on this machine has MCP servers yet/);
  const { stdout } = run(['--json'], { homeIsFolder: true });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { clients: [], errors: 0 } });
});

it.skipIf(process.platform === 'win32')('does not mind a reader that stops early', () => {
  const program = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));
  const { stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${program}" clients | head -n 1`], {
    encoding: 'utf8',
  });
  expect(stderr).not.toContain('EPIPE');
});

it('still gives help to who asks for it, and a usage error for what it does not know', () => {
  expect(run(['help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: plugboard') as string });
  const { code, stdout } = run(['no-such-command', '--json']);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, errors: [{ code: 'usage' }] });
});

it('agrees with list about who has servers', () => {
  const here = machine({
    '.mcp.json': '{ "mcpServers": { "p": { "command": "p" } } }\n',
    '~/.claude.json': '{ "mcpServers": { "u": { "command": "u" } } }\n',
    '~/.cursor/mcp.json': '{ "mcpServers": { "k": { "command": "k" } } }\n',
    '~/.codex/config.toml': '[mcp_servers.broken\n',
  });
  here.run(['disable', 'k', '--in', 'cursor']);
  const { code, ok, data } = here.ask<{ clients: { client: string }[]; errors: number }>([]);
  expect({ code, ok, errors: data.errors }).toEqual({ code: 3, ok: false, errors: 1 });
  expect(data.clients).toMatchObject([
    { client: 'claude-code', servers: 2, active: 1 },
    { client: 'cursor', servers: 1, active: 0 },
  ]);
  const { stdout } = here.run([]);
  expect(stdout).toContain('✓ claude-code  2 servers, 1 active\n');
  expect(stdout).toContain('✗ 1 error in config files\n');
});
