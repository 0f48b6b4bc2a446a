import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const cursor = `{
  // mine
  "mcpServers": {
    "gh": { "url": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer ${token}" } }
  }
}
`;

it('has nothing to say about an empty home', () => {
  expect(machine().run(['doctor'])).toEqual({
    code: 0,
    stdout: '✓ No issues in 0 servers and 0 files.\n',
    stderr: '',
  });
});

it('shows each issue with its place, what was seen, and the change that would repair it; never the secret', () => {
  const here = machine({
    '~/.cursor/mcp.json': cursor,
    '.mcp.json': '{ "mcpServers": { "a": { "command": "none" } } }',
  });
  const { code, stdout, stderr } = here.run(['doctor']);
  expect(code).toBe(6);
  expect(stdout).toContain(
    `✗ PROJECT/.mcp.json:1:37 Command "none" not found at mcpServers.a.command [command-not-found]`,
  );
  expect(stdout).toContain('[plain-secret]');
  expect(stdout).toMatch(/repair: .*\n {4}@@/);
  expect(stdout).toMatch(/\n {4}\+.*\$\{env:\w+\}/);
  expect(stderr).toMatch(/can be repaired with: plugboard doctor --fix/);
  expect(stdout).not.toContain(token);
});

it('shows the diffs of the first hundred repairs, names the others, and folds long lists of names', () => {
  const servers = Array.from({ length: 130 }, (_, index) => [
    `s${index}`,
    { url: `https://mcp-${index}.example.com/mcp`, headers: { Authorization: `Bearer ${token}${index}` } },
  ]);
  const here = machine({ '~/.cursor/mcp.json': JSON.stringify({ mcpServers: Object.fromEntries(servers) }, null, 2) });
  const { stdout, stderr } = here.run(['doctor', '--no-color']);
  expect(stdout.match(/\[plain-secret\]/g)).toHaveLength(130);
  expect(stdout.match(/repair: Take it from/g)).toHaveLength(130);
  expect(stdout.match(/^ {4}@@/gm)?.length).toBeLessThanOrEqual(100);
  expect(stderr).toContain('Only the first 100 repairs are shown as diffs.');
  expect(stdout).toMatch(/secrets of (?:s\d+, ){9}s\d+ and 120 more/);
  expect(here.run(['doctor', 's129', '--no-color']).stdout).toMatch(/^ {4}@@/m);
  const { data } = JSON.parse(here.run(['doctor', '--json']).stdout) as {
    data: { issues: { fix?: { diff?: string } }[] };
  };
  expect(data.issues.filter(({ fix }) => fix?.diff?.includes('\n+') === true)).toHaveLength(130);
  expect(here.run(['doctor', '--fix', '--dry-run']).stdout.match(/^\+.*\$\{env:\w+\}/gm)).toHaveLength(130);
});

it('fixes what it can in one change that undo reverts, and shows the rest', () => {
  const here = machine({ '~/.cursor/mcp.json': cursor });
  const shown = here.run(['doctor', '--fix', '--dry-run']);
  expect(here.read('~/.cursor/mcp.json')).toBe(cursor);
  expect(shown.stdout).toMatch(/^\+.*\$\{env:\w+\}/m);
  const { code, stdout } = here.run(['doctor', '--fix']);
  expect(stdout).not.toContain('[plain-secret]');
  expect(stdout).toContain('[variable-unset]');
  expect(code).toBe(6);
  expect(here.read('~/.cursor/mcp.json')).toContain('// mine');
  expect(here.read('~/.cursor/mcp.json')).not.toContain(token);
  if (process.platform !== 'win32') expect(statSync(here.path('~/.cursor/mcp.json')).mode & 0o077).toBe(0);
  here.run(['undo']);
  expect(here.read('~/.cursor/mcp.json')).toBe(cursor);
});

it('looks only at what it is asked for', () => {
  const here = machine({
    '~/.cursor/mcp.json': cursor,
    '.mcp.json': '{ "mcpServers": { "a": { "command": "none" } } }',
  });
  const codes = (...args: string[]): string[] =>
    here.ask(['doctor', ...args]).data.issues.map(({ code }: { code: string }) => code);
  expect(codes('gh')).not.toContain('command-not-found');
  expect(codes('--client', 'claude-code')).not.toContain('plain-secret');
});

it('prints one document, and SARIF on request', () => {
  const here = machine({ '.mcp.json': '{ "mcpServers": { "a": { "command": "none" } } }' });
  expect(here.ask(['doctor'])).toMatchObject({ code: 6, ok: false, errors: [{ code: 'command-not-found' }] });
  const { runs } = JSON.parse(here.run(['doctor', '--sarif']).stdout);
  expect(runs[0].results[0]).toMatchObject({ ruleId: 'command-not-found', level: 'error' });
});

it('tells a missing approval from a fault', () => {
  const here = machine({
    '.mcp.json': '{ "mcpServers": { "a": { "type": "http", "url": "https://mcp.example.com/mcp" } } }',
    '~/.claude.json': '{}',
  });
  const { code, ok, data } = here.ask(['doctor']);
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect(data.issues).toMatchObject([{ code: 'trust-missing', severity: 'info' }]);
});
