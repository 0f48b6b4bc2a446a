import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { run } from './support/run-program.ts';

it('says what is here and what to do next when nothing is asked', () => {
  const { code, stdout, stderr } = run([], {
    files: { '.cursor/mcp.json': '{ "mcpServers": { "a": { "command": "x" } } }' },
    homeIsFolder: true,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^✓ cursor {2}1 server$/m);
  expect(stdout).toContain('plugboard validate <file>');
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
