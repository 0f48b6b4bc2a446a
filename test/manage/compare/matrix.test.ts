import { expect, it } from 'vitest';
import { compareWithCatalog } from '../../../src/manage/compare/compare-with-catalog.ts';
import { keyOf, type Matrix, matrixOf } from '../../../src/manage/compare/matrix.ts';
import { listServers, type ServerList } from '../../../src/manage/list-servers.ts';
import type { Host } from '../../../src/model/host.ts';
import { workspace } from '../support/workspace.ts';

const servers = {
  same: { command: 'npx', args: ['-y', 'same'] },
  other: { command: 'npx', args: ['-y', 'other@1'], env: { REGION: 'eu' } },
  remote: { transport: 'http', url: 'https://mcp.example.com/v1' },
  off: { command: 'npx', disabled: true },
  missing: { command: 'npx' },
};
const native = { same: servers.same, other: { command: 'npx', args: ['-y', 'other@2'] }, own: { command: 'own' } };
const json = (key: string, more: object = {}): string =>
  JSON.stringify({ ...more, [key]: { ...native, off: { command: 'npx' } } });

/** A list, maps, another file that switches servers off, a merge of two files, two files that cannot be compared. */
const files = {
  '~/.config/plugboard/plugboard.json': JSON.stringify({ servers }),
  '~/.cursor/mcp.json': json('mcpServers'),
  '~/.claude.json': json('mcpServers', { projects: {} }),
  '~/.copilot/mcp-config.json': json('mcpServers'),
  '~/.copilot/settings.json': '{ "disabledMcpServers": ["same", "off"] }',
  '~/.gemini/settings.json': json('mcpServers', { mcp: { excluded: ['own'] } }),
  '~/.codex/config.toml': '[mcp_servers.same]\ncommand = "npx"\nargs = ["-y", "same"]\n[mcp_servers.own]\nurl = "x"\n',
  '.codex/config.toml': '[mcp_servers.same]\nenabled = false\n',
  '~/.continue/config.yaml':
    'name: x\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: same\n    command: npx\n    args: ["-y", "same"]\n  - name: same\n    command: second\n',
  '~/.config/goose/config.yaml': 'extensions:\n  same:\n    type: stdio\n    cmd: npx\n    args: [-y, same]\n',
  '~/.kiro/settings/mcp.json': '{ "mcpServers": { "same": ',
  '.mcp.json': json('mcpServers'),
};

interface Answers {
  readonly list: ServerList;
  readonly matrix: Matrix;
  readonly diff: readonly string[];
}

/** What differs, by the texts that would be written. */
async function diffOf(host: Host, { columns }: Matrix): Promise<string[]> {
  const found = await Promise.all(
    columns.map(async ({ target, catalog }) => (await compareWithCatalog(host, catalog, [target])).cells),
  );
  return found.flat().map(({ client, scope, name, state }) => `${client}:${scope} ${name} ${state}`);
}

async function answersOf(hosts: { readonly list: Host; readonly matrix: Host; readonly diff: Host }): Promise<Answers> {
  const list = await listServers(hosts.list, { all: true });
  const matrix = await matrixOf(hosts.matrix);
  return { list, matrix, diff: await diffOf(hosts.diff, matrix) };
}

it('answers the same whether its files were read for something else before or not', async () => {
  const { host } = workspace(files);
  const shared = await answersOf({ list: host, matrix: host, diff: host });
  const apart = await answersOf({ list: { ...host }, matrix: { ...host }, diff: { ...host } });
  expect(shared.matrix).toEqual(apart.matrix);
  expect(shared.diff).toEqual(apart.diff);
  const shown = ({ list }: Answers): unknown =>
    list.servers.map(({ name, client, file, state, server, line }) => ({ name, client, file, state, server, line }));
  expect(shown(shared)).toEqual(shown(apart));
  expect(shown({ ...shared, list: await listServers(host, { all: true }) })).toEqual(shown(shared));
});

it('agrees with the comparison of texts and with the list', async () => {
  const { host } = workspace(files);
  const { list, matrix, diff } = await answersOf({ list: host, matrix: host, diff: host });
  const cells = matrix.rows.flatMap(({ cells: all }) => all);
  const inMatrix = cells.map(({ client, scope, name, state }) => `${client}:${scope} ${name} ${state}`);
  expect(inMatrix.filter((cell) => diff.includes(cell)).toSorted()).toEqual(diff.toSorted());
  expect(new Set(cells.map(({ state }) => state))).toEqual(
    new Set(['same', 'differs', 'not-there', 'only-there', 'unwritable']),
  );
  const readable = matrix.columns.filter(({ unreadable }) => !unreadable);
  expect(matrix.columns.length - readable.length).toBe(2);
  const columns = new Set(readable.map(({ target }) => keyOf(target)));
  const listed = list.servers
    .map(({ client, scope, name }) => `${client}:${scope} ${name}`)
    .filter((one) => columns.has(one.split(' ')[0] ?? ''));
  const present = cells.filter((cell) => cell.present).map(({ client, scope, name }) => `${client}:${scope} ${name}`);
  expect([...new Set(present)].toSorted()).toEqual([...new Set(listed)].toSorted());
});
