import { describe, expect, it } from 'vitest';
import { listServers } from '../../src/manage/list-servers.ts';
import { type ListedServer, withoutParts } from '../../src/manage/listed-server.ts';
import { workspace } from './support/workspace.ts';

/** Nobody's programs are on the PATH, so that only files tell who is here. */
function place(files: Readonly<Record<string, string>>): ReturnType<typeof workspace> {
  const made = workspace(files);
  return { ...made, host: { ...made.host, env: { ...made.host.env, PATH: '' } } };
}

const brief = ({ name, client, scope, state }: ListedServer): string => `${client}:${scope} ${name} ${state}`;

describe('what becomes of a definition', () => {
  it('depends on the scope, the switch, the trust and its errors', async () => {
    const here = place({
      '~/.claude.json':
        '{ "mcpServers": { "a": { "command": "u" }, "bad": { "type": "http" }, "u": { "command": "u" } } }',
      '.mcp.json': '{ "mcpServers": { "a": { "command": "p" } } }',
      '~/.codex/config.toml': '[mcp_servers.off]\ncommand = "x"\nenabled = false\n',
    });
    const { servers, clients, issues } = await listServers(here.host);
    expect(servers.map(brief)).toEqual([
      'claude-code:project a untrusted',
      'claude-code:user a shadowed',
      'claude-code:user bad unusable',
      'claude-code:user u active',
      'codex:user off off',
    ]);
    expect(clients).toBe(2);
    expect(issues.map(({ code }) => code)).toContain('url-missing');
    const [used, shadowed, bad] = servers;
    expect(used?.trust).toMatch(/^approve /);
    expect(shadowed?.shadowed).toMatchObject({
      why: 'higher-scope',
      by: { scope: 'project', file: here.path('.mcp.json') },
    });
    expect(bad?.issues.map(({ code }) => code)).toContain('url-missing');
    expect([used?.line, used?.column]).toEqual([1, 19]);
  });

  it('is not in doubt because another file is broken', async () => {
    const here = place({
      '~/.cursor/mcp.json': '{ "mcpServers": { "k": { "command": "k" } } }',
      '~/.codex/config.toml': '[mcp_servers.x\n',
      '.mcp.json': '{',
    });
    const { servers, issues } = await listServers(here.host);
    expect(servers.map(brief)).toEqual(['cursor:user k active']);
    expect(new Set(issues.map(({ file }) => file))).toEqual(
      new Set([here.path('~/.codex/config.toml'), here.path('.mcp.json')]),
    );
  });
});

describe('entries that a client puts together', () => {
  const here = place({
    '~/.codex/config.toml': '[mcp_servers.m]\ncommand = "u"\nargs = ["1"]\n',
    '.codex/config.toml': '[mcp_servers.m]\nargs = ["2"]\n',
  });

  it('are active as one', async () => {
    const { servers } = await listServers(here.host, { clients: ['codex'] });
    expect(servers[0]).toMatchObject({ name: 'm', scope: 'project', server: { command: 'u', args: ['2'] } });
  });

  it('are each found, since each can be edited and removed', async () => {
    const { servers } = await listServers(here.host, { clients: ['codex'] });
    expect(new Set(servers.map(({ file }) => file))).toEqual(
      new Set([here.path('~/.codex/config.toml'), here.path('.codex/config.toml')]),
    );
    expect(servers.map(({ scope, line, server, merged }) => [scope, line, server.args, merged?.leads])).toEqual([
      ['project', 1, ['2'], true],
      ['user', 1, ['2'], false],
    ]);
    expect(servers[1]?.merged?.with.map(({ scope }) => scope)).toEqual(['project']);
    expect(withoutParts(servers)).toEqual(servers.slice(0, 1));
  });

  it('are found when nothing of use comes out', async () => {
    const bad = place({
      '~/.codex/config.toml': '[mcp_servers.m]\nargs = ["1"]\n',
      '.codex/config.toml': '[mcp_servers.m]\nargs = ["2"]\n',
    });
    const { servers } = await listServers(bad.host, { clients: ['codex'] });
    expect(servers.map(brief)).toEqual(['codex:project m unusable', 'codex:user m unusable']);
    expect(servers[0]?.issues.map(({ code }) => code)).toEqual(['command-missing']);
  });
});

describe('a server of the project that a person has approved', () => {
  const command = '{ "mcpServers": { "a": { "command": "p" } } }';
  const stateOf = async (
    client: 'claude-code' | 'gemini-cli',
    files: Readonly<Record<string, string>>,
    at?: string,
  ) => {
    const here = place(files);
    if (at !== undefined) here.write(at, JSON.stringify({ [here.host.cwd]: 'TRUST_FOLDER' }));
    const { servers } = await listServers(here.host, { clients: [client] });
    return servers.map(({ state, trust }) => (trust === undefined ? state : `${state}: ${trust.split(' ')[0]}`));
  };

  it('is active, and waits for nothing', async () => {
    const claude = { '.mcp.json': command };
    expect(await stateOf('claude-code', claude)).toEqual(['untrusted: approve']);
    const settings = '{ "enabledMcpjsonServers": ["a"] }';
    expect(await stateOf('claude-code', { ...claude, '.claude/settings.local.json': settings })).toEqual(['active']);
    const other = settings.replace('"a"', '"b"');
    expect(await stateOf('claude-code', { ...claude, '.claude/settings.local.json': other })).toEqual([
      'untrusted: approve',
    ]);
    const gemini = { '.gemini/settings.json': command };
    expect(await stateOf('gemini-cli', gemini)).not.toEqual(['active']);
    expect(await stateOf('gemini-cli', gemini, '~/.gemini/trustedFolders.json')).toEqual(['active']);
  });
});

describe('who is asked', () => {
  const shared = { '.mcp.json': '{ "mcpServers": { "x": { "command": "a" } } }' };
  const idsOf = (servers: readonly ListedServer[]): string[] => servers.map(({ client }) => client);

  it('installed clients, and the file itself when none is installed', async () => {
    expect(idsOf((await listServers(place(shared).host)).servers)).toEqual(['mcp-json']);
    const here = place({ ...shared, '~/.claude.json': '{}', '~/.copilot/mcp-config.json': '{}' });
    expect(idsOf((await listServers(here.host)).servers)).toEqual(['claude-code', 'copilot-cli']);
  });

  it('a client that is not installed but has its own file', async () => {
    const here = place({
      ...shared,
      '~/.claude.json': '{}',
      '.vscode/mcp.json': '{ "servers": { "v": { "command": "v" } } }',
    });
    expect(idsOf((await listServers(here.host)).servers)).toEqual(['claude-code', 'vscode']);
  });

  it('everybody who would read a file, or only those named', async () => {
    const all = idsOf((await listServers(place(shared).host, { all: true })).servers);
    expect(all).toEqual(expect.arrayContaining(['claude-code', 'copilot-cli', 'mcp-json']));
    expect(idsOf((await listServers(place(shared).host, { clients: ['copilot-cli'] })).servers)).toEqual([
      'copilot-cli',
    ]);
  });
});
