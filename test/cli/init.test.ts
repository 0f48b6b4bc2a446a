import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const files = {
  '.mcp.json': JSON.stringify({ mcpServers: { git: { command: 'uvx', args: ['git'] } } }),
  '.cursor/mcp.json': JSON.stringify({
    mcpServers: {
      git: { command: 'uvx', args: ['git'] },
      hub: { url: 'https://x.example/mcp', headers: { Authorization: 'Bearer sk-live-very-secret-1' } },
    },
  }),
  '.gitignore': 'node_modules',
};

describe('plugboard init', () => {
  it('makes a catalog of what is there, ignores files with secrets, and syncs, in one undo', () => {
    const here = machine(files);
    mkdirSync(here.path('.git'));
    const before = here.files();
    expect(here.run(['init', '--dry-run']).code).toBe(0);
    expect(here.files()).toEqual(before);
    const made = here.run(['init', '--yes']);
    expect(made.code).toBe(0);
    const catalog = JSON.parse(here.read('plugboard.json'));
    expect(catalog.servers.git).toEqual({ command: 'uvx', args: ['git'], targets: ['claude-code', 'cursor'] });
    expect(catalog.servers.hub.headers.Authorization).toMatch(/^Bearer \$\{\w+\}$/);
    expect(here.read('.gitignore')).toBe('node_modules\n/.cursor/mcp.json\n');
    expect(here.read('.cursor/mcp.json')).toBe(files['.cursor/mcp.json']);
    expect(made.stdout + made.stderr).not.toContain('very-secret');
    expect(here.run(['undo', '--yes']).code).toBe(0);
    expect(here.files()).toEqual(before);
  });

  it('starts with nothing, without git, and refuses a second time', () => {
    const here = machine({ '.mcp.json': files['.mcp.json'] });
    expect(here.run(['init', '--targets', 'cursor,codex', '--yes']).code).toBe(0);
    expect(here.read('.cursor/mcp.json')).toContain('uvx');
    expect(here.read('.codex/config.toml')).toContain('uvx');
    expect(here.read('.gitignore')).toBe('');
    const second = here.run(['init', '--yes']);
    expect([second.code, second.stderr]).toEqual([5, expect.stringContaining('plugboard sync')]);
    const empty = machine();
    expect(empty.run(['init', '--yes']).code).toBe(0);
    expect(JSON.parse(empty.read('plugboard.json'))).toEqual({ servers: {} });
  });
});
