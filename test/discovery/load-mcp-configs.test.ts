import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { loadAllMCPConfigs } from '../../src/discovery/load-mcp-configs.ts';
import type { LoadedConfigs } from '../../src/discovery/loaded-configs.ts';
import { absolute, type Files, home, project, servers, world } from './support/world.ts';

const run = (command: string): unknown => servers({ x: { command } });

async function load(files: Files, env: Record<string, string> = {}): Promise<LoadedConfigs> {
  return loadAllMCPConfigs({ host: world(files).host, env });
}

/** `client place why` for everything that is not taken. */
function shadowsOf({ shadowed }: LoadedConfigs): string[] {
  return shadowed.map(({ client, file, line, why }) => `${client} ${short(file)}:${line} ${why}`);
}

function short(file: string): string {
  return file.replace(project, '.').replace(home, '~');
}

describe('of several definitions of a name', () => {
  it('the one of the client with the highest priority is taken, the project before the person', async () => {
    const loaded = await load({
      './plugboard.json': { servers: { x: { transport: 'stdio', command: 'catalog' } } },
      './.mcp.json': run('shared'),
      './mcp.json': run('plain'),
      './.cursor/mcp.json': run('cursor'),
      '~/.cursor/mcp.json': run('cursor user'),
      '~/.claude.json': run('claude'),
      './.vscode/mcp.json': { servers: { x: { type: 'stdio', command: 'vscode' } } },
      './.junie/mcp/mcp.json': run('junie'),
    });
    expect(loaded.configs).toEqual({ x: { type: 'stdio', command: 'catalog' } });
    expect(loaded.sources).toEqual({
      x: { client: 'canonical', scope: 'project', file: absolute('./plugboard.json'), line: 3 },
    });
    expect(shadowsOf(loaded)).toEqual([
      'claude-code ~/.claude.json:3 higher-priority',
      'cursor ./.cursor/mcp.json:3 higher-priority',
      'cursor ~/.cursor/mcp.json:3 higher-priority',
      'vscode ./.vscode/mcp.json:3 higher-priority',
      'junie ./.junie/mcp/mcp.json:3 higher-priority',
      'mcp-json ./.mcp.json:3 higher-priority',
      'mcp-json ./mcp.json:3 higher-priority',
    ]);
    expect(loaded.shadowed.every(({ by, name }) => by?.client === 'canonical' && name === 'x')).toBe(true);
    expect(loaded.errors).toEqual([]);
  });

  it('of a shared file the nearest is taken, and every entry is met once', async () => {
    const loaded = await load({ '~/code/.mcp.json': run('above'), './.mcp.json': run('here') });
    expect(loaded.configs['x']?.command).toBe('here');
    expect(shadowsOf(loaded)).toEqual(['claude-code ~/code/.mcp.json:3 higher-priority']);
  });

  it('those that their client merges count as one', async () => {
    const loaded = await load({
      '~/.codex/config.toml': '[mcp_servers.x]\ncommand = "npx"\nargs = ["keep"]\n',
      './.codex/config.toml': '[mcp_servers.x]\nenv = { A = "1" }\n',
      './.mcp.json': run('shared'),
    });
    expect(loaded.configs).toEqual({ x: { type: 'stdio', command: 'npx', args: ['keep'], env: { A: '1' } } });
    expect(shadowsOf(loaded)).toEqual(['mcp-json ./.mcp.json:3 higher-priority']);
  });

  it('of Oh My Pi in the home is read too: below that of the project and that of the agent', async () => {
    const files = {
      './.omp/mcp.json': run('project'),
      '~/.omp/agent/mcp.json': run('agent'),
      '~/.omp/mcp.json': run('home'),
      './.mcp.json': run('shared'),
    };
    const { './.omp/mcp.json': _, ...ofPerson } = files;
    const { '~/.omp/agent/mcp.json': __, ...alone } = ofPerson;
    const commands = await Promise.all(
      [files, ofPerson, alone].map(async (some) => (await load(some)).configs['x']?.command),
    );
    expect(commands).toEqual(['project', 'agent', 'home']);
  });

  it('one that cannot be used does not swallow one that can', async () => {
    const loaded = await load({
      './.cursor/mcp.json': servers({ x: { command: 'npx', args: 'not a list' } }),
      '~/.cursor/mcp.json': run('user'),
    });
    expect(loaded.configs).toEqual({ x: { type: 'stdio', command: 'user' } });
    expect(shadowsOf(loaded)).toEqual(['cursor ./.cursor/mcp.json:3 invalid']);
    expect(loaded.shadowed[0]?.issues.map(({ code }) => code)).toEqual(['wrong-type']);
    expect(loaded.errors.map(({ code, file, range }) => [code, file, range?.start.line])).toEqual([
      ['wrong-type', absolute('./.cursor/mcp.json'), 5],
    ]);
  });

  it('none is taken when none can be used, and all are reported', async () => {
    const loaded = await load({
      './.cursor/mcp.json': servers({ x: {} }),
      './.mcp.json': servers({ x: { type: 'http' } }),
    });
    expect([loaded.configs, loaded.sources]).toEqual([{}, {}]);
    expect(loaded.shadowed.map(({ client, why, by }) => [client, why, by])).toEqual([
      ['cursor', 'invalid', undefined],
      ['mcp-json', 'invalid', undefined],
    ]);
  });
});

describe('a server that is switched off', () => {
  it.each([{ enabled: false }, { disabled: true }])('by %o has no config, and is listed', async (off) => {
    const loaded = await load({ './.mcp.json': servers({ x: { command: 'npx', ...off }, y: { command: 'npx' } }) });
    expect(Object.keys(loaded.configs)).toEqual(['y']);
    expect(loaded.disabled).toEqual([
      { name: 'x', client: 'mcp-json', scope: 'project', file: absolute('./.mcp.json'), line: 3 },
    ]);
  });

  it('stays off, whatever is defined elsewhere', async () => {
    const loaded = await load({
      './plugboard.json': { servers: { x: { enabled: false } } },
      './.mcp.json': run('npx'),
    });
    expect(loaded.configs).toEqual({});
    expect(loaded.disabled.map(({ client }) => client)).toEqual(['canonical']);
    expect(shadowsOf(loaded)).toEqual(['mcp-json ./.mcp.json:3 higher-priority']);
  });

  it('by a value of the wrong type is enabled, with a warning', async () => {
    const loaded = await load({
      './.omp/mcp.json': servers({ x: { command: 'npx', enabled: 'no', timeout: 'soon' } }),
    });
    expect(loaded.configs).toEqual({ x: { type: 'stdio', command: 'npx' } });
    expect(loaded.warnings.map(({ code }) => code)).toEqual(['switch-ignored', 'timeout-ignored']);
    expect(loaded.errors).toEqual([]);
  });
});

describe('a config', () => {
  it('has an explicit type and everything that was given', async () => {
    const loaded = await load({
      './.omp/mcp.json': servers({
        local: { command: 'npx', args: ['-y'], env: { A: 'b' }, cwd: '/srv', timeout: 5000, enabled: true },
        remote: { url: 'https://example.com/mcp', headers: { A: 'b' }, auth: { type: 'oauth', credentialId: 'c' } },
        old: { type: 'sse', url: 'https://example.com/sse' },
      }),
    });
    expect(loaded.configs).toEqual({
      local: { type: 'stdio', command: 'npx', args: ['-y'], env: { A: 'b' }, cwd: '/srv', timeout: 5, enabled: true },
      remote: {
        type: 'http',
        url: 'https://example.com/mcp',
        headers: { A: 'b' },
        auth: { type: 'oauth', credentialId: 'c' },
      },
      old: { type: 'sse', url: 'https://example.com/sse' },
    });
  });

  it('has its references expanded; a reference to an unset variable stays as written', async () => {
    const entry = {
      command: '${BIN:-npx}',
      args: ['${A}', '${UNSET}', '$A'],
      env: { T: '${A}-${B:-b}', E: '${EMPTY:-x}' },
    };
    const loaded = await load({ './.mcp.json': servers({ x: entry }) }, { A: 'a', EMPTY: '' });
    expect(loaded.configs['x']).toEqual({
      type: 'stdio',
      command: 'npx',
      args: ['a', '${UNSET}', '$A'],
      env: { T: 'a-b', E: '' },
    });
  });

  it('knows the references of its client', async () => {
    const loaded = await load(
      {
        './.cursor/mcp.json': servers({ x: { url: 'https://${env:HOST}/mcp' } }),
        './opencode.json': { mcp: { y: { type: 'remote', url: 'https://{env:HOST}/mcp' } } },
      },
      { HOST: 'example.com' },
    );
    expect(Object.values(loaded.configs).map(({ url }) => url)).toEqual(Array(2).fill('https://example.com/mcp'));
  });

  it('has an address that is one after its references are known', async () => {
    const files = { './.cursor/mcp.json': servers({ x: { url: '${ADDRESS}' } }), './.mcp.json': run('npx') };
    expect((await load(files, { ADDRESS: 'https://example.com' })).configs['x']?.type).toBe('http');
    const loaded = await load(files, { ADDRESS: 'file:///etc/passwd' });
    expect(loaded.configs['x']?.command).toBe('npx');
    expect(loaded.errors.map(({ code, range }) => [code, range?.start.line])).toEqual([['url-invalid', 3]]);
  });

  it.each(['__proto__', 'constructor', 'größe', '🛠'])('may be called %s', async (name) => {
    const text = `{ "mcpServers": { ${JSON.stringify(name)}: { "command": "npx" } } }`;
    const { configs, sources } = await load({ './.mcp.json': text });
    expect(Object.entries(configs)).toEqual([[name, { type: 'stdio', command: 'npx' }]]);
    expect(Object.entries(sources).map(([key, { line }]) => [key, line])).toEqual([[name, 1]]);
  });
});

it('reports each issue of a shared file once', async () => {
  const loaded = await load({ './.mcp.json': '{ "mcpServers": { "x": { "command": "npx" } }, }' });
  expect(loaded.errors.map(({ code }) => code)).toEqual(['json-trailing-comma']);
  // A reader that allows the comma still brings its servers.
  expect(loaded.sources['x']?.client).toBe('qoder');
});

it('takes only the clients it is asked for', async () => {
  const { host } = world({ './.cursor/mcp.json': run('cursor'), './.mcp.json': servers({ y: { command: 'npx' } }) });
  expect(Object.keys((await loadAllMCPConfigs({ host, clients: ['cursor'] })).configs)).toEqual(['x']);
});

it('looks at this machine unless told otherwise', async () => {
  expect(await loadAllMCPConfigs({ clients: ['cursor'], project: homedir() })).toEqual({
    configs: {},
    sources: {},
    shadowed: [],
    disabled: [],
    errors: [],
    warnings: [],
  });
});

it('does not report used keys of a shared file as ignored', async () => {
  const loaded = await load({ './.mcp.json': servers({ x: { command: 'x', cwd: '/tmp' } }) });
  expect(loaded.configs['x']).toMatchObject({ cwd: '/tmp' });
  expect(loaded.warnings).toEqual([]);
});
