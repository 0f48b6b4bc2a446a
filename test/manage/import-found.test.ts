import { describe, expect, it } from 'vitest';
import { findEverywhere, findInClient, type FoundServer } from '../../src/manage/found-servers.ts';
import { importFound, type ImportOptions, type ImportPlan } from '../../src/manage/import-found.ts';
import type { Server } from '../../src/model/server.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { target, type Workspace, workspace } from './support/workspace.ts';

const catalog = '~/.config/plugboard/plugboard.json';

async function importAll(place: Workspace, options?: ImportOptions): Promise<ImportPlan> {
  const { servers } = await findEverywhere(place.host);
  return importFound(place.host, servers, [target('canonical:user')], options);
}

async function into(place: Workspace, found: readonly FoundServer[], options?: ImportOptions): Promise<ImportPlan> {
  const made = await importFound(place.host, found, [target('canonical:user')], options);
  await applyPlan(place.host, made.plan);
  return made;
}

const outcomes = ({ imports }: ImportPlan): string[] => imports.map(({ as, outcome }) => `${as}: ${outcome}`);
const servers = (place: Workspace): Record<string, Server> =>
  (JSON.parse(place.read(catalog) ?? '{}') as { servers: Record<string, Server> }).servers;
const found = (name: string, server: Server, from = 'somewhere'): FoundServer => ({ name, server, from });
const mcp = (entries: unknown): string => JSON.stringify({ mcpServers: entries });

describe('the servers found', () => {
  it('are active in some client, and each file is read once', async () => {
    const { host } = workspace({
      '.mcp.json': mcp({ shared: { type: 'stdio', command: 'a' } }),
      '~/.claude.json': mcp({ mine: { type: 'stdio', command: 'b' }, shared: { type: 'stdio', command: 'below' } }),
      '~/.codex/config.toml': '[mcp_servers.off]\ncommand = "c"\nenabled = false\n',
      [catalog]: '{"servers":{"own":{"command":"d"}}}',
    });
    const finds = await findEverywhere(host);
    expect(finds.servers.map(({ name, from }) => [name, from])).toEqual([
      ['mine', 'claude-code'],
      ['off', 'codex'],
      ['shared', 'mcp-json'],
    ]);
    expect(finds.issues).toEqual([]);
  });

  it('says what cannot be taken, and takes the rest', async () => {
    const { host, path } = workspace({
      '~/.cursor/mcp.json': mcp({ bad: { command: 5 }, good: { command: 'a' } }),
      '~/.codex/config.toml': 'broken',
    });
    const finds = await findEverywhere(host);
    expect(finds.servers.map(({ name }) => name)).toEqual(['good']);
    expect(new Set(finds.issues.map(({ file }) => file))).toEqual(
      new Set([path('~/.cursor/mcp.json'), path('~/.codex/config.toml')]),
    );
  });

  it('is what one client uses, or what it has in one scope', async () => {
    const { host } = workspace({
      '.cursor/mcp.json': mcp({ a: { command: 'project' } }),
      '~/.cursor/mcp.json': mcp({ a: { command: 'user' }, b: { command: 'user' } }),
    });
    const commands = async (scope?: 'user' | 'project'): Promise<(string | undefined)[]> =>
      (await findInClient(host, 'cursor', scope)).servers.map(({ server }) => server.command);
    expect(await commands()).toEqual(['project', 'user']);
    expect(await commands('user')).toEqual(['user', 'user']);
    expect(await commands('project')).toEqual(['project']);
  });
});

describe('importing', () => {
  const clients = {
    '~/.claude.json': mcp({ git: { type: 'stdio', command: 'uvx', args: ['git'] } }),
    '~/.cursor/mcp.json': mcp({ git: { command: 'uvx', args: ['git'] }, fs: { command: 'npx' } }),
    '~/.codex/config.toml': '[mcp_servers.git]\ncommand = "uvx"\nargs = ["git"]\nstartup_timeout_sec = 3\n',
  };

  it('makes one server of what several assistants have', async () => {
    const place = workspace(clients);
    const made = await importAll(place);
    expect(outcomes(made)).toEqual(['git: written', 'fs: written']);
    expect(made.plan.title).toBe('import git, fs from claude-code, codex, cursor to catalog:user');
    expect(made.imports[0]?.from.map(({ from }) => from)).toEqual(['claude-code', 'codex', 'cursor']);
    await applyPlan(place.host, made.plan);
    expect(servers(place)).toEqual({
      git: { transport: 'stdio', command: 'uvx', args: ['git'] },
      fs: { command: 'npx' },
    });
    expect(outcomes(await importAll(place))).toEqual(['git: same', 'fs: same']);
    expect((await importAll(place)).plan.changes).toEqual([]);
  });

  it('agrees with an assistant that could not say everything', async () => {
    const full: Server = { transport: 'sse', url: 'https://x/sse', timeout: 5, retries: 7 };
    const place = workspace({
      [catalog]: JSON.stringify({ servers: { events: full } }),
      // It has no word for the transport.
      '~/.config/opencode/opencode.json': JSON.stringify({
        mcp: { events: { type: 'remote', url: 'https://x/sse', timeout: 5000, retries: 7 } },
      }),
    });
    const { servers: finds } = await findInClient(place.host, 'opencode');
    const made = await importFound(place.host, finds, [target('canonical:user')]);
    expect(outcomes(made)).toEqual(['events: same']);
  });

  it('does not decide which of two definitions is meant', async () => {
    const place = workspace({ ...clients, '.cursor/mcp.json': mcp({ fs: { command: 'other' } }) });
    place.write('~/.codex/config.toml', '[mcp_servers.fs]\ncommand = "third"\n');
    const made = await importAll(place);
    expect(outcomes(made)).toEqual(['git: written', 'fs: ambiguous']);
    expect(made.imports[1]?.from.map(({ from }) => from)).toEqual(['codex', 'cursor']);
    expect(outcomes(await importAll(place, { conflict: 'overwrite' }))).toContain('fs: ambiguous');
    expect(outcomes(await importAll(place, { conflict: 'skip' }))).toEqual(['git: written', 'fs: skipped']);
    const both = await importAll(place, { conflict: 'rename' });
    expect(outcomes(both)).toEqual(['git: written', 'fs: written', 'fs-2: written']);
    await applyPlan(place.host, both.plan);
    expect([servers(place)['fs']?.command, servers(place)['fs-2']?.command]).toEqual(['third', 'other']);
    // What has been renamed once is known under its new name.
    expect(outcomes(await importAll(place, { conflict: 'rename' }))).toEqual(['git: same', 'fs: same', 'fs-2: same']);
  });

  it('leaves a server that is defined otherwise alone until it is told what to do', async () => {
    const files = {
      [catalog]: '{ "servers": { "a": { "command": "mine", "title": "A", "extras": { "zed": { "x": 1 } } } } }',
    };
    const one = [found('a', { command: 'theirs' })];
    const place = workspace(files);
    expect(outcomes(await into(place, one))).toEqual(['a: taken']);
    expect(outcomes(await into(place, one, { conflict: 'skip' }))).toEqual(['a: skipped']);
    expect(place.files()).toEqual(files);
    expect(outcomes(await into(place, one, { conflict: 'rename' }))).toEqual(['a-2: written']);
    expect(outcomes(await into(place, one, { conflict: 'overwrite' }))).toEqual(['a: written']);
    expect(servers(place)['a']).toEqual({ command: 'theirs', title: 'A', extras: { zed: { x: 1 } } });
  });

  it('ignores the enabled state, and enables what is enabled anywhere', async () => {
    const place = workspace();
    const two = [found('a', { command: 'x', disabled: true }), found('a', { command: 'x' })];
    await into(place, two);
    expect(servers(place)).toEqual({ a: { command: 'x' } });
    expect(outcomes(await into(place, two.slice(0, 1)))).toEqual(['a: same']);
  });

  it('skips servers that no client, or not this client, can use', async () => {
    const place = workspace();
    const made = await importFound(
      place.host,
      [
        found('my server', { command: 'x' }),
        found('a', { transport: 'sse', url: 'https://x' }),
        found('b', { command: 'x' }),
      ],
      [target('codex:user')],
    );
    expect(outcomes(made)).toEqual(['my server: invalid', 'a: refused', 'b: written']);
    expect(made.plan).toMatchObject({ title: 'import b from somewhere to codex:user', unwritten: [{ server: 'a' }] });
  });

  it('counts secrets, or leaves them behind', async () => {
    const place = workspace();
    const two = [
      found('a', { command: 'x', env: { API_KEY: 'one' } }),
      found('b', { command: 'x', env: { API_KEY: 'two' } }),
      // The same server with another secret.
      found('a', { command: 'x', env: { API_KEY: 'three' } }),
    ];
    expect(outcomes(await importFound(place.host, two, [target('canonical:user')]))).toContain('a: ambiguous');
    const plain = await importFound(place.host, two.slice(0, 2), [target('canonical:user')]);
    expect([plain.plainSecrets, plain.variables]).toEqual([2, []]);
    const clean = await into(place, two, { withoutSecrets: true });
    expect([clean.plainSecrets, clean.variables]).toEqual([0, ['API_KEY', 'B_API_KEY']]);
    expect(place.read(catalog)).not.toMatch(/one|two|three/);
    expect(outcomes(await into(place, two, { withoutSecrets: true }))).toEqual(['a: same', 'b: same']);
  });

  it('goes to several places at once', async () => {
    const place = workspace({ '~/.codex/config.toml': '[mcp_servers.a]\ncommand = "x"\n' });
    const made = await importFound(
      place.host,
      [found('a', { command: 'x' })],
      [target('codex:user'), target('canonical:project')],
    );
    expect(made.imports.map(({ target: where, outcome }) => [where, outcome])).toEqual([
      ['codex:user', 'same'],
      ['catalog:project', 'written'],
    ]);
  });
});
