import { describe, expect, it } from 'vitest';
import { type Cell, compareWithCatalog } from '../../../src/manage/compare/compare-with-catalog.ts';
import { nameOf } from '../../../src/manage/plan/target.ts';
import { targetsHere } from '../../../src/manage/plan/targets-here.ts';
import { target, workspace } from '../support/workspace.ts';

const catalog = '~/.config/plugboard/plugboard.json';
const catalogOf = (servers: unknown): Record<string, string> => ({ [catalog]: JSON.stringify({ servers }) });

async function states(
  files: Readonly<Record<string, string>>,
  ...targets: Parameters<typeof target>[0][]
): Promise<string[]> {
  const cells = await cellsOf(files, ...targets);
  return cells.map(({ client, name, state }) => `${client} ${name}: ${state}`);
}

async function cellsOf(
  files: Readonly<Record<string, string>>,
  ...targets: Parameters<typeof target>[0][]
): Promise<readonly Cell[]> {
  const { host } = workspace(files);
  const compare = (changes: boolean): ReturnType<typeof compareWithCatalog> =>
    compareWithCatalog(host, target('canonical:user'), targets.map(target), { changes });
  const { cells } = await compare(true);
  // Whoever does not want to see the changes gets the same answer, and a cell is the same only if nothing would change.
  expect((await compare(false)).cells).toEqual(cells.map((cell) => ({ ...cell, changes: [] })));
  for (const { state, changes } of cells) if (state === 'differs') expect(changes).not.toEqual([]);
  return cells;
}

describe('comparing with the catalog', () => {
  it('knows all states', async () => {
    const files = {
      ...catalogOf({
        same: { command: 'node' },
        other: { command: 'node' },
        absent: { command: 'node' },
        stream: { transport: 'sse', url: 'https://x' },
      }),
      '~/.codex/config.toml':
        '[mcp_servers.same]\ncommand = "node"\n[mcp_servers.other]\ncommand = "deno"\n[mcp_servers.theirs]\ncommand = "x"\n',
    };
    const cells = await cellsOf(files, 'codex:user');
    expect(cells.map(({ name, state, why }) => [name, state, why])).toEqual([
      ['same', 'same', undefined],
      ['other', 'differs', undefined],
      ['absent', 'not-there', undefined],
      ['stream', 'unwritable', 'Codex does not support sse servers'],
      ['theirs', 'only-there', undefined],
    ]);
    expect(cells[1]?.changes[0]?.after).toContain('[mcp_servers.other]\ncommand = "node"\n');
    expect(cells[0]).toMatchObject({ client: 'codex', scope: 'user', changes: [] });
  });

  it('takes another spelling of the same meaning for no difference, on either side', async () => {
    const plain = { command: 'node' };
    const wordy = { command: 'node', args: [], env: {}, disabled: false };
    const files = (ours: object, theirs: object): Record<string, string> => ({
      ...catalogOf({ a: ours }),
      '~/.cursor/mcp.json': JSON.stringify({ mcpServers: { a: theirs } }),
      '~/.config/opencode/opencode.json': JSON.stringify({
        mcp: { a: { type: 'local', command: ['node'], environment: {}, enabled: true } },
      }),
      '~/.codex/config.toml': '[mcp_servers.a]\ncommand = "node"\nargs = []\nenabled = true\n',
      '~/.gemini/settings.json': JSON.stringify({ mcpServers: { a: { ...theirs, disabled: undefined } } }),
    });
    for (const [ours, theirs] of [
      [plain, wordy],
      [wordy, plain],
      [wordy, wordy],
      [plain, plain],
    ] as const)
      expect(
        await states(files(ours, theirs), 'cursor:user', 'opencode:user', 'codex:user', 'gemini-cli:user'),
      ).toEqual(['cursor', 'opencode', 'codex', 'gemini-cli'].map((client) => `${client} a: same`));
  });

  it('takes no setting of one client for a difference, and would keep it', async () => {
    const files = {
      ...catalogOf({ a: { command: 'node' }, b: { command: 'node' } }),
      '~/.codex/config.toml': [
        '[mcp_servers.a]\ncommand = "node"\nstartup_timeout_sec = 9\n',
        '[mcp_servers.b]\ncommand = "deno"\nstartup_timeout_sec = 9\n',
      ].join(''),
      '.mcp.json': '{"mcpServers":{"a":{"command":"node","alwaysLoad":true,"madeUp":1},"b":{"command":"node"}}}',
    };
    expect(await states(files, 'codex:user', 'claude-code:project')).toEqual([
      'codex a: same',
      'codex b: differs',
      'claude-code a: same',
      'claude-code b: same',
    ]);
    const [, b] = await cellsOf(files, 'codex:user');
    expect(b?.changes[0]?.after).toContain('command = "node"\nstartup_timeout_sec = 9\n');
  });

  it('finds every difference that matters', async () => {
    const written = { command: 'node', args: ['a'], env: { A: '1' } };
    const there = (entry: unknown): Record<string, string> => ({
      ...catalogOf({ a: { transport: 'stdio', ...written } }),
      '.mcp.json': JSON.stringify({ mcpServers: { a: entry } }),
    });
    const of = async (entry: unknown): Promise<string[]> => states(there(entry), 'claude-code:project');
    expect(await of({ type: 'stdio', ...written })).toEqual(['claude-code a: same']);
    expect(await of(written)).toEqual(['claude-code a: same']);
    for (const change of [{ args: ['b'] }, { env: { A: '1', B: '2' } }, { timeout: 5000 }, { command: 'deno' }])
      expect(await of({ ...written, ...change })).toEqual(['claude-code a: differs']);
  });

  it('accepts that a disabled server is absent where there is no switch', async () => {
    const files = { ...catalogOf({ a: { command: 'node', disabled: true } }) };
    expect(await states(files, 'claude-desktop:user')).toEqual(['claude-desktop a: same']);
    expect(await states(files, 'codex:user')).toEqual(['codex a: not-there']);
  });

  it('goes on when a file cannot be read', async () => {
    const { host, path } = workspace({
      ...catalogOf({ a: { command: 'node' } }),
      '.mcp.json': '{ broken',
      '~/.codex/config.toml': '[mcp_servers.a]\ncommand = "node"\n',
    });
    const targets = [target('claude-code:project'), target('codex:user')];
    const { cells, issues } = await compareWithCatalog(host, target('canonical:user'), targets);
    expect(cells.map(({ state }) => state)).toEqual(['unwritable', 'same']);
    expect(issues[0]).toMatchObject({ code: 'syntax', file: path('.mcp.json') });
  });

  it('compares with any other file, and only the servers that are asked for', async () => {
    const { host } = workspace({
      '.mcp.json': '{"mcpServers":{"a":{"command":"node"},"b":{"command":"node"}}}',
      '~/.codex/config.toml': '[mcp_servers.a]\ncommand = "deno"\n[mcp_servers.c]\ncommand = "x"\n',
    });
    const { cells } = await compareWithCatalog(host, target('claude-code:project'), [target('codex:user')], {
      only: ['a'],
    });
    expect(cells.map(({ name, state }) => [name, state])).toEqual([['a', 'differs']]);
  });

  it('changes nothing and has room for any name', async () => {
    const place = workspace(catalogOf({ ['__proto__']: { command: 'node' }, constructor: { command: 'node' } }));
    const before = place.files();
    const { cells } = await compareWithCatalog(place.host, target('canonical:user'), [target('claude-code:user')]);
    expect(cells.map(({ name, state }) => [name, state])).toEqual([
      ['__proto__', 'not-there'],
      ['constructor', 'not-there'],
    ]);
    expect(place.files()).toEqual(before);
  });
});

describe('the assistants that are here', () => {
  it('are those with a file of their own or a program, each once', async () => {
    const { host } = workspace({ ...catalogOf({}), '~/.codex/config.toml': '', '.mcp.json': '{}' });
    const here = { ...host, env: { ...host.env, PATH: '' } };
    expect((await targetsHere(here)).map(nameOf)).toEqual(['codex:user', 'mcp-json:project']);
    // No client that reads `.mcp.json` is installed, so one of them represents all.
    expect((await targetsHere(here, 'project')).map(nameOf)).toEqual(['codex:project', 'claude-code:project']);
  });
});
