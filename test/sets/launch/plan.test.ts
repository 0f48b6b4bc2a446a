import { describe, expect, it } from 'vitest';
import { clients, type ClientId } from '../../../src/clients/registry.ts';
import type { Server } from '../../../src/model/server.ts';
import type { ConfigSet } from '../../../src/sets/config-set.ts';
import { type LaunchPlan, planLaunch } from '../../../src/sets/launch/plan.ts';
import { setFromText } from '../../../src/sets/read-set.ts';
import { box, type Box, failure } from '../../store/support/box.ts';

const git: Server = { command: 'uvx', args: ['mcp-server-git'], env: { TOKEN: '${TOKEN}' } };
const web: Server = {
  transport: 'http',
  url: 'https://web.example/mcp',
  headers: { Authorization: 'Bearer ${TOKEN}' },
};

function set(name: string, mcpServers: object): ConfigSet {
  return setFromText(`/sets/${name}.json`, JSON.stringify({ mcpServers }));
}

interface Wanted {
  readonly sets?: readonly ConfigSet[];
  readonly servers?: Record<string, Server>;
  readonly only?: boolean;
  readonly args?: readonly string[];
}

async function plan(here: Box, id: ClientId, { sets = [], args = [], ...rest }: Wanted): Promise<LaunchPlan> {
  return planLaunch(withoutOwnVariables(here).host, { client: clients[id], sets, args, ...rest });
}

function withoutOwnVariables(here: Box): Box {
  const { XDG_CONFIG_HOME: _, ...env } = here.host.env;
  return { ...here, host: { ...here.host, env } };
}

/** The only file of a plan. */
function file({ files }: LaunchPlan): { path: string; text: string } {
  expect(files).toHaveLength(1);
  return files[0] as { path: string; text: string };
}

function json(one: LaunchPlan): unknown {
  return JSON.parse(file(one).text);
}

describe('Claude Code', () => {
  const [a, b] = [set('a', { one: { command: 'one' } }), set('b c', { two: { command: 'two' } })];

  it('gets a set with a script in a file of its own on Windows, where it needs cmd for that', async () => {
    const here = box();
    const scripts = set('scripts', { one: { command: 'npx', args: ['x'] }, two: { command: 'node' } });
    const windows = { ...here, host: { ...here.host, platform: 'win32' as const } };
    const planned = await plan(windows, 'claude-code', { sets: [a, scripts] });
    expect(planned.args).toEqual(['--mcp-config', '/sets/a.json', '--mcp-config', file(planned).path]);
    expect(json(planned)).toMatchObject({ mcpServers: { one: { command: 'cmd', args: ['/c', 'npx', 'x'] }, two: {} } });
  });

  it('gets the files of sets as they are, in the order they were chosen', async () => {
    expect(await plan(box(), 'claude-code', { sets: [b, a], args: ['-p', 'say hi'] })).toEqual({
      program: 'claude',
      install: 'npm install -g @anthropic-ai/claude-code',
      args: ['--mcp-config', '/sets/b c.json', '--mcp-config', '/sets/a.json', '-p', 'say hi'],
      env: {},
      files: [],
      losses: [],
    });
  });

  it('does not take a prompt for another file', async () => {
    const { args } = await plan(box(), 'claude-code', { sets: [a, b], args: ['say hi'] });
    expect(args).toEqual(['--mcp-config=/sets/a.json', '--mcp-config=/sets/b c.json', 'say hi']);
    const alone = await plan(box(), 'claude-code', { sets: [a], only: true, args: ['say hi'] });
    expect(alone.args).toEqual(['--mcp-config', '/sets/a.json', '--strict-mcp-config', 'say hi']);
    for (const word of ['-', ''])
      expect((await plan(box(), 'claude-code', { sets: [a], args: [word] })).args[1]).toBe(word);
  });

  it('gets single servers in a file of their own, after the sets', async () => {
    const here = box();
    const one = await plan(here, 'claude-code', { sets: [a], servers: { git, web: { ...web, disabled: true } } });
    expect(one.args).toEqual(['--mcp-config', '/sets/a.json', '--mcp-config', file(one).path]);
    expect(file(one).path.startsWith(`${here.path('own')}/state/launch/`)).toBe(true);
    expect(file(one).path.startsWith(`${one.directory}/`)).toBe(true);
    expect(json(one)).toEqual({
      mcpServers: {
        git: { type: 'stdio', ...git },
        web: { type: 'http', url: web.url, headers: web.headers },
      },
    });
    expect(here.names()).toEqual([]);
  });

  it('never has a secret on its command line', async () => {
    const servers = { git: { ...git, env: { TOKEN: 'sk-very-secret' } } };
    const { args, env, files } = await plan(box(), 'claude-code', { servers });
    expect(JSON.stringify({ args, env })).not.toContain('sk-very-secret');
    expect(JSON.stringify(files)).toContain('sk-very-secret');
  });

  it('can be started with no servers at all', async () => {
    expect((await plan(box(), 'claude-code', { only: true })).args).toEqual(['--strict-mcp-config']);
    expect((await plan(box(), 'claude-code', { args: ['--resume'] })).args).toEqual(['--resume']);
  });

  it('says which of two definitions counts, and nothing when they are the same', async () => {
    const sets = [set('a', { x: { command: 'one' } }), set('b', { x: { command: 'two' } })];
    expect((await plan(box(), 'claude-code', { sets })).losses).toEqual([
      {
        server: 'x',
        client: 'claude-code',
        field: 'definition',
        action: 'dropped',
        reason: 'defined-twice',
        why: 'it is in both set "a" and set "b"; using the one from set "b"',
      },
    ]);
    const same = [set('a', { x: { command: 'one' } }), set('b', { x: { command: 'one', args: [] } })];
    expect((await plan(box(), 'claude-code', { sets: same })).losses).toEqual([]);
  });

  it('says that a server which is off in a set is started', async () => {
    const { losses } = await plan(box(), 'claude-code', {
      sets: [set('a', { x: { command: 'one', disabled: true } })],
    });
    expect(losses).toMatchObject([{ server: 'x', field: 'disabled', why: 'Claude Code starts it all the same' }]);
  });

  it('says that a server stays off which the person has switched off here', async () => {
    const here = box();
    const projects = { [here.path('project')]: { disabledMcpServers: ['one'] } };
    here.write('home/.claude.json', JSON.stringify({ projects }));
    const { losses } = await plan(here, 'claude-code', { sets: [a, b] });
    expect(losses).toMatchObject([{ server: 'one', field: 'disabled' }]);
    expect(losses[0]?.why).toContain(here.path('home/.claude.json'));
  });

  it('refuses a set that cannot be used', async () => {
    const sets = [setFromText('/sets/x.json', '{')];
    expect(await failure(plan(box(), 'claude-code', { sets }))).toMatchObject({ code: 'set-unusable' });
  });
});

describe('other clients', () => {
  const sets = [
    set('a', { x: { command: 'one' }, off: { command: 'off', disabled: true } }),
    set('b', { x: { command: 'two' } }),
  ];

  it('get one file in their own words, in which the last definition counts', async () => {
    const one = await plan(box(), 'copilot-cli', { sets, servers: { git }, args: ['-i', 'hi'] });
    expect(one.args).toEqual(['--additional-mcp-config', `@${file(one).path}`, '-i', 'hi']);
    expect(Object.keys((json(one) as { mcpServers: object }).mcpServers)).toEqual(['x', 'git']);
    expect(json(one)).toMatchObject({ mcpServers: { x: { command: 'two' } } });
    expect(one.losses).toMatchObject([{ server: 'x', field: 'definition' }]);
  });

  it.each(['opencode', 'kilo'] as const)('%s: a variable names a file besides its own', async (id) => {
    const one = await plan(box(), id, { servers: { git } });
    expect(one.args).toEqual([]);
    expect(one.env).toEqual({ [id === 'kilo' ? 'KILO_CONFIG' : 'OPENCODE_CONFIG']: file(one).path });
    expect(json(one)).toEqual({
      mcp: { git: { type: 'local', command: ['uvx', 'mcp-server-git'], environment: { TOKEN: '{env:TOKEN}' } } },
    });
  });

  it('keep what the variable has named before', async () => {
    const here = box();
    const mine = '{\n  // mine\n  "theme": "dark",\n  "mcp": { "own": { "type": "local", "command": ["own"] } },\n}\n';
    here.write('project/my.jsonc', mine);
    const host = { ...here.host, env: { ...here.host.env, OPENCODE_CONFIG: 'my.jsonc' } };
    const one = await plan({ ...here, host }, 'opencode', { servers: { git } });
    expect(one.env['OPENCODE_CONFIG']).toBe(file(one).path);
    expect(file(one).text).toContain('// mine');
    expect(file(one).text).toMatch(/"own".*\n?.*"git"/s);
    expect(here.read('project/my.jsonc')).toBe(mine);
  });

  it('say when what the variable names cannot be read', async () => {
    const here = box();
    here.write('project/my.jsonc', '{ "theme": }');
    const host = { ...here.host, env: { ...here.host.env, OPENCODE_CONFIG: here.path('project/my.jsonc') } };
    const error = await failure(plan({ ...here, host }, 'opencode', { servers: { git } }));
    expect(error).toMatchObject({
      code: 'document-malformed',
      data: { diagnostics: [{ file: here.path('project/my.jsonc') }] },
    });
  });

  it('keep the file that theirs is read instead of, except with nothing but these servers', async () => {
    const here = box();
    const own = { mcpServers: { own: { command: 'own', autoApprove: ['x'] } } };
    here.write('home/.cline/data/settings/cline_mcp_settings.json', JSON.stringify(own));
    expect(json(await plan(here, 'cline-cli', { servers: { x: { command: 'x' } } }))).toMatchObject({
      mcpServers: { own: own.mcpServers.own, x: { command: 'x' } },
    });
    const alone = await plan(here, 'cline-cli', { servers: { x: { command: 'x' } }, only: true });
    expect(Object.keys((json(alone) as { mcpServers: object }).mcpServers)).toEqual(['x']);
    expect(json(await plan(here, 'cline-cli', { only: true }))).toEqual({ mcpServers: {} });
  });

  it('get their own servers as well where the flag would take them away', async () => {
    const here = box();
    here.write(
      'home/.augment/settings.json',
      JSON.stringify({ mcpServers: { u: { command: 'u' }, x: { command: 'u' } } }),
    );
    here.write('project/.augment/settings.json', JSON.stringify({ mcpServers: { p: { command: 'p' } } }));
    const one = await plan(here, 'auggie', { servers: { x: { command: 'x' } } });
    expect(json(one)).toMatchObject({ mcpServers: { u: { command: 'u' }, p: { command: 'p' }, x: { command: 'x' } } });
    const alone = await plan(here, 'auggie', { servers: { x: { command: 'x' } }, only: true });
    expect(Object.keys((json(alone) as { mcpServers: object }).mcpServers)).toEqual(['x']);
    expect(alone.args).toEqual(['--mcp-config', file(alone).path]);
  });

  it('get no key they would refuse the whole file for', async () => {
    const odd: Server = { ...git, retries: 2, whatever: 1, extras: { amp: { type: 'x' } } };
    expect(json(await plan(box(), 'amp', { servers: { git: odd } }))).toEqual({ git });
  });

  it('get a file beside their own where it has to be there', async () => {
    const here = box();
    const host = { ...here.host, env: { ...here.host.env, CODEX_HOME: here.path('home/cx') } };
    const one = await plan({ ...here, host }, 'codex', { servers: { git: { command: 'git' } }, args: ['exec', 'hi'] });
    const [flag, name, ...rest] = one.args;
    expect([flag, ...rest]).toEqual(['--profile', 'exec', 'hi']);
    expect(file(one).path).toBe(`${here.path('home/cx')}/${name}.config.toml`);
    expect(file(one).text).toBe('[mcp_servers.git]\ncommand = "git"\n');
    expect(one.directory).toBeUndefined();
  });

  it('leave a server out that would be merged with another kind of one', async () => {
    const here = box();
    here.write('home/.codex/config.toml', '[mcp_servers.git]\ncommand = "git"\nargs = ["old"]\nenabled = false\n');
    const one = await plan(here, 'codex', { servers: { git: { command: 'new' } } });
    expect(file(one).text).toBe('[mcp_servers.git]\ncommand = "new"\nargs = []\nenabled = true\n');
    const other = await plan(here, 'codex', { servers: { git: { transport: 'http', url: 'https://a.example' } } });
    expect(file(other).text).not.toContain('url');
    expect(other.losses).toMatchObject([{ server: 'git', field: 'transport' }]);
  });

  it('say when a file of the project counts more', async () => {
    const here = box();
    here.write('project/opencode.json', JSON.stringify({ mcp: { git: { type: 'local', command: ['other'] } } }));
    const { losses } = await plan(here, 'opencode', { servers: { git, web } });
    expect(losses.filter(({ field }) => field === 'definition')).toMatchObject([
      { server: 'git', why: `${here.path('project/opencode.json')} defines it too and takes precedence` },
    ]);
  });

  it('refuse a second flag of a kind that counts once', async () => {
    const servers = { git };
    for (const args of [['--profile', 'x'], ['exec', '-p', 'x'], ['--profile=x']])
      expect(await failure(plan(box(), 'codex', { servers, args }))).toMatchObject({ code: 'usage' });
    expect((await plan(box(), 'codex', { args: ['-p', 'x'] })).args).toEqual(['-p', 'x']);
    expect((await plan(box(), 'codex', { servers, args: ['exec', '--', '-p'] })).args.at(-1)).toBe('-p');
    expect(await failure(plan(box(), 'amp', { servers, args: ['--mcp-config', 'x'] }))).toMatchObject({
      code: 'usage',
    });
  });

  it('say so when they cannot do it', async () => {
    expect(await failure(plan(box(), 'opencode', { servers: { git }, only: true }))).toMatchObject({
      code: 'usage',
      message: 'OpenCode has no option to ignore its own servers',
    });
    expect(await failure(plan(box(), 'cursor', { servers: { git } }))).toMatchObject({
      code: 'usage',
      message: 'Cursor cannot be started with chosen servers',
    });
  });
});

it('a home of its own has the settings of the person with the servers in them', async () => {
  const here = box();
  const settings = '{\n  // mine\n  "ui": { "theme": "x" }\n}\n';
  here.write('home/.gemini/settings.json', settings);
  const one = await plan(here, 'gemini-cli', { servers: { git } });
  expect(one.env).toEqual({ GEMINI_CLI_HOME: one.directory });
  expect(one.home).toMatchObject({ real: here.path('home'), file: '.gemini/settings.json' });
  expect(file(one).path).toBe(`${one.directory}/.gemini/settings.json`);
  expect(file(one).text).toContain('// mine\n  "ui": { "theme": "x" }');
  expect(file(one).text).toContain('mcp-server-git');
  expect(here.read('home/.gemini/settings.json')).toBe(settings);
});

it('every way to start a client names its program and how to get it', () => {
  const all = Object.values(clients).flatMap(({ launch, programs }) => (launch ? [{ launch, programs }] : []));
  expect(all.length).toBeGreaterThan(9);
  for (const { launch, programs } of all) {
    expect(programs).toContain(launch.program);
    expect(launch.install).toMatch(/^npm install -g \S+$/);
  }
});
