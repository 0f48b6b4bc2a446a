import { describe, expect, it } from 'vitest';
import type { ClientId } from '../../src/clients/registry.ts';
import { discover } from '../../src/discovery/discover.ts';
import { verdictOf } from './support/verdicts.ts';
import { absolute, type Files, project, servers, world } from './support/world.ts';

const x = servers({ x: { command: 'npx' } });
const off = { disabledMcpServers: ['x'] };

const table: [string, ClientId, Files, boolean][] = [
  [
    'a list of the person beside the project',
    'claude-code',
    { './.mcp.json': x, './.claude/settings.local.json': { disabledMcpjsonServers: ['x'] } },
    true,
  ],
  [
    'a list of the project',
    'claude-code',
    { './.mcp.json': x, './.claude/settings.json': { disabledMcpjsonServers: ['x'] } },
    true,
  ],
  [
    'a list for all projects',
    'claude-code',
    { './.mcp.json': x, '~/.claude/settings.json': { disabledMcpjsonServers: ['x'] } },
    true,
  ],
  [
    'the list of the person for this project',
    'claude-code',
    { './.mcp.json': x, '~/.claude.json': { projects: { [project]: off } } },
    true,
  ],
  [
    'the list of the person for another project',
    'claude-code',
    { './.mcp.json': x, '~/.claude.json': { projects: { '/p': off } } },
    false,
  ],
  [
    'a list of project servers and a server of the person',
    'claude-code',
    { '~/.claude.json': x, './.claude/settings.local.json': { disabledMcpjsonServers: ['x'] } },
    false,
  ],
  [
    'a list for a file above the project',
    'claude-code',
    { '~/code/.mcp.json': x, './.claude/settings.local.json': { disabledMcpjsonServers: ['x'] } },
    true,
  ],
  [
    'a list in the settings',
    'copilot-cli',
    { '~/.copilot/mcp-config.json': x, '~/.copilot/settings.json': `// mine\n${JSON.stringify(off)}` },
    true,
  ],
  ['the same for the project', 'copilot-cli', { './.mcp.json': x, '~/.copilot/settings.json': off }, true],
  [
    'another name in the list',
    'copilot-cli',
    { './.mcp.json': x, '~/.copilot/settings.json': { disabledMcpServers: ['y'] } },
    false,
  ],
  [
    'a list in the same file',
    'gemini-cli',
    { '~/.gemini/settings.json': { ...(x as object), mcp: { excluded: ['x'] } } },
    true,
  ],
  [
    'a list that is no list',
    'gemini-cli',
    { '~/.gemini/settings.json': { ...(x as object), mcp: { excluded: 'x' } } },
    false,
  ],
  [
    'a switch in the entry',
    'droid',
    { '~/.factory/mcp.json': servers({ x: { type: 'stdio', command: 'npx', disabled: true } }) },
    true,
  ],
  [
    'the other switch in the entry',
    'omp',
    { './.omp/mcp.json': servers({ x: { command: 'npx', enabled: false } }) },
    true,
  ],
  [
    'a switch that the client obeys beside one that it ignores',
    'omp',
    { './.omp/mcp.json': servers({ x: { command: 'npx', enabled: false, disabled: true } }) },
    true,
  ],
];

describe('a server is switched off by', () => {
  it.each(table)('%s (%s)', async (_, client, files, disabled) => {
    const verdict = await verdictOf(client, files);
    expect(verdict.disabled).toBe(disabled);
    expect(verdict.active?.off).toBe(disabled);
    expect(verdict.active?.server.disabled ?? false).toBe(disabled);
  });
});

describe('a switch that the client ignores', () => {
  it.each([
    ['claude-code', './.mcp.json', { disabled: true }],
    ['omp', './.omp/mcp.json', { disabled: true }],
    ['amp', './.amp/settings.json', { enabled: false }],
  ] as const)('counts as off, with a warning that the client starts it (%s)', async (client, file, keys) => {
    const at = client === 'amp' ? 'amp.mcpServers' : 'mcpServers';
    const verdict = await verdictOf(client, { [file]: { [at]: { x: { command: 'npx', ...keys } } } });
    expect(verdict.disabled).toBe(true);
    expect(verdict.active?.off).toBe(false);
    expect(verdict.active?.issues.map(({ code }) => code)).toContain('key-ignored');
  });
});

it('reports errors of a file that only has a list', async () => {
  const files = { '~/.copilot/mcp-config.json': x, '~/.copilot/settings.json': '{ "disabledMcpServers": [x] }' };
  const { issues, clients } = await discover(world(files).host, { clients: ['copilot-cli'] });
  expect(issues.map(({ code, file }) => [code, file])).toEqual([['syntax', absolute('~/.copilot/settings.json')]]);
  expect(clients[0]?.names[0]?.active?.name).toBe('x');
});
