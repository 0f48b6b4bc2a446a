import { expect, it } from 'vitest';
import { clientOfFile } from '../../src/clients/client-of-file.ts';
import { pathsOf } from '../../src/clients/paths.ts';
import { clients } from '../../src/clients/registry.ts';
import type { Location } from '../../src/clients/types.ts';

const linux = { home: '/home/me', env: {}, platform: 'linux', project: '/home/me/project' } as const;
const windows = {
  home: 'C:\\Users\\me',
  env: { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' },
  platform: 'win32',
  project: 'C:\\project',
} as const;
const user = (id: keyof typeof clients): Location =>
  clients[id].locations.find(({ scope }) => scope === 'user') as Location;

it.each([
  ['codex', linux, '/home/me/.codex/config.toml'],
  ['codex', { ...linux, env: { CODEX_HOME: '/opt/codex' } }, '/opt/codex/config.toml'],
  ['claude-code', { ...linux, env: { CLAUDE_CONFIG_DIR: '/c/' } }, '/c/.claude.json'],
  ['opencode', linux, '/home/me/.config/opencode/opencode.jsonc'],
  ['opencode', { ...linux, env: { XDG_CONFIG_HOME: '/xdg' } }, '/xdg/opencode/opencode.jsonc'],
  ['vscode', windows, 'C:/Users/me/AppData/Roaming/Code/User/mcp.json'],
  ['vscode', { ...windows, env: {} }, 'C:/Users/me/AppData/Roaming/Code/User/mcp.json'],
  ['cursor', windows, 'C:/Users/me/.cursor/mcp.json'],
] as const)('finds the user file of %s', (id, surroundings, path) => {
  expect(pathsOf(user(id), surroundings)[0]).toBe(path);
});

it('finds project files in the project', () => {
  const project = clients['claude-code'].locations.find(({ scope }) => scope === 'project') as Location;
  expect(pathsOf(project, linux)).toEqual(['/home/me/project/.mcp.json']);
});

it.each([
  ['/home/me/.codex/config.toml', 'codex'],
  ['C:\\Users\\me\\.cursor\\mcp.json', 'cursor'],
  ['/p/.vscode/mcp.json', 'vscode'],
  ['/p/.mcp.json', 'claude-code'],
  ['/p/opencode.json', 'opencode'],
  ['/home/me/.config/goose/config.yaml', 'goose'],
  ['/p/plugboard.json', 'canonical'],
  ['/p/other.json', undefined],
])('knows whose file %s is', (path, id) => {
  expect(clientOfFile(path)?.client.id).toBe(id);
});
