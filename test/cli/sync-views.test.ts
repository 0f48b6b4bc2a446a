import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { matrixOf } from '../../src/manage/compare/matrix.ts';
import { nodeHost } from '../../src/store/host/node-host.ts';
import { catalog, machine, type Machine } from './support/machine.ts';

interface Shown {
  readonly client: string;
  readonly scope: string;
  readonly name: string;
  readonly outcome: string;
  readonly drift: boolean;
}

const keyOf = ({ client, scope, name }: Shown): string => `${client}:${scope} ${name}`;

/** What each command says about the entries that are kept in sync, by entry. */
function answers(here: Machine): Record<string, Record<string, string>> {
  const told = (args: string[]): Shown[] => JSON.parse(here.run([...args, '--json']).stdout).data.cells;
  const listed = (cells: readonly Shown[]): Record<string, string> =>
    Object.fromEntries(
      cells
        .filter(({ outcome, drift }) => outcome !== undefined && drift)
        .map((cell) => [keyOf(cell), cell.outcome] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  return {
    check: listed(told(['sync', '--check'])),
    dryRun: listed(told(['sync', '--dry-run'])),
    diff: listed(told(['diff', ...places])),
  };
}

const places = ['cursor', 'codex', 'claude-desktop', 'gemini-cli', 'zed', 'cursor:project', 'claude-code:project'];

it('check, dry run, diff, summary and matrix give the same answer', async () => {
  const all = ['cursor', 'codex', 'gemini-cli'];
  const stdio = (more: object = {}): object => ({ command: 'npx', args: ['x'], timeout: 10, targets: all, ...more });
  const servers = (some: object): string => JSON.stringify({ servers: some }, undefined, 2);
  const first = {
    same: stdio(),
    theirs: stdio(),
    mine: stdio(),
    both: stdio(),
    gone: stdio({ args: ['gone'] }),
    narrowed: stdio(),
    removed: stdio(),
    old: stdio({ args: ['renamed'] }),
    web: { url: 'https://example.com/mcp', targets: ['claude-desktop', 'cursor'] },
    out: stdio({ clients: { cursor: false } }),
  };
  const here = machine({
    [catalog]: servers(first),
    'plugboard.json': servers({ shared: { command: 'uvx', targets: ['claude-code', 'cursor'] } }),
    '~/.config/zed/settings.json': '{ broken',
    '~/.config/Claude/claude_desktop_config.json': '{}',
  });
  // Claude Desktop, which the server names, has no remote servers.
  expect(here.run(['sync', '--yes']).code).toBe(3);
  const codex = '~/.codex/config.toml';
  const edit = (name: string, from: string, to: string): void => {
    const [head, tail] = here.read(codex).split(`[mcp_servers.${name}]`);
    here.write(codex, `${head}[mcp_servers.${name}]${(tail ?? '').replace(from, to)}`);
  };
  edit('theirs', 'tool_timeout_sec = 10', 'tool_timeout_sec = 60');
  edit('both', 'tool_timeout_sec = 10', 'tool_timeout_sec = 60');
  const cursor = JSON.parse(here.read('~/.cursor/mcp.json'));
  delete cursor.mcpServers.removed;
  here.write('~/.cursor/mcp.json', JSON.stringify(cursor));
  const { gone: _, old: __, ...rest } = first;
  const second = {
    ...rest,
    mine: stdio({ args: ['y'] }),
    both: stdio({ timeout: 20 }),
    narrowed: stdio({ targets: ['cursor'] }),
    renamed: stdio({ args: ['renamed'] }),
    added: stdio({ targets: [...all, 'zed'] }),
  };
  here.write(catalog, servers(second));
  const agreed = answers(here);
  expect(agreed['check']).toMatchObject({
    'codex:user theirs': 'keep',
    'codex:user both': 'conflict',
    'codex:user mine': 'write',
    'codex:user gone': 'prune',
    'codex:user narrowed': 'prune',
    'cursor:user removed': 'keep',
    'cursor:user renamed': 'write',
    'zed:user added': 'blocked',
    'claude-desktop:user web': 'blocked',
  });
  expect(agreed['dryRun']).toEqual(agreed['check']);
  expect(agreed['diff']).toEqual(agreed['check']);
  const count = Object.keys(agreed['check'] ?? {}).length;
  expect(JSON.parse(here.run(['--json']).stdout).data.outOfSync).toBe(count);
  const host = {
    ...nodeHost(),
    home: dirname(here.path('~/x')),
    cwd: here.project,
    env: here.env,
    platform: 'linux' as const,
  };
  const { rows } = await matrixOf(host);
  const inMatrix = rows.flatMap(({ name, cells }) =>
    cells.flatMap(({ client, scope, sync }) => (sync?.drift ? [[`${client}:${scope} ${name}`, sync.outcome]] : [])),
  );
  expect(Object.fromEntries(inMatrix)).toEqual(agreed['check']);

  // Once everything is settled, all of them say so.
  here.write('~/.config/zed/settings.json', '{}');
  here.write(catalog, servers({ ...second, web: { ...first.web, targets: ['cursor'] } }));
  // Cursor has no timeout, which is a loss in the run that writes it.
  expect(here.run(['sync', '--pull', '--prefer', 'theirs', '--prune', '--yes']).code).toBe(6);
  expect(answers(here)).toEqual({ check: {}, dryRun: {}, diff: {} });
  expect(here.run(['sync', '--check']).code).toBe(0);
  expect(here.run(['diff', ...places]).code).toBe(0);
  expect(JSON.parse(here.run(['--json']).stdout).data.outOfSync).toBe(0);
});

it.each([
  ['codex', 3, 6],
  ['codex:user', 3, 6],
  ['mine', 3, 6],
  ['*', 0, 0],
])('ends with an error as long as a client that is named cannot use a server: %s', (target, code, checked) => {
  const three = { transport: 'sse', url: 'https://example.com/sse', targets: [target] };
  const here = machine({
    [catalog]: JSON.stringify({ groups: { mine: ['codex'] }, servers: { three } }),
    '~/.codex/config.toml': '',
  });
  for (const _ of ['first run', 'second run']) {
    const { ok, errors, code: ended } = here.ask(['sync', '--yes']);
    expect({ ok, code: ended }).toEqual({ ok: code === 0, code });
    expect(errors.length > 0).toBe(code !== 0);
    expect(here.run(['sync', '--yes'])).toMatchObject({ code, stdout: expect.stringContaining('three in codex:user') });
  }
  expect(here.ask(['sync', '--check'])).toMatchObject({ code: checked, ok: checked === 0 });
});

it('says which servers of the catalog cannot be synced, instead of that all is well', () => {
  const servers = { ok: { command: 'npx', targets: ['cursor'] }, typo: { command: 'npx', targets: ['curser'] } };
  const here = machine({ [catalog]: JSON.stringify({ servers }) });
  expect(here.run(['sync', '--yes']).code).toBe(3);
  expect(here.read('~/.cursor/mcp.json')).toContain('"ok"');
  const checked = here.run(['sync', '--check']);
  expect(checked.code).toBe(3);
  expect(checked.stdout + checked.stderr).toContain('sync-target-unknown');
  expect(here.run(['diff', 'cursor']).code).toBe(3);
  const summary = here.run([]).stdout;
  expect(summary).toContain('1 issue in the catalog');
  expect(summary).not.toContain('all clients in sync');
});
