import { expect, it } from 'vitest';
import { compareNames } from '../../src/model/server-name.ts';
import { Page } from './support/page.ts';

const names = ['beta', 'Zeta', 'alpha', 'Alpha2', 'server-10', 'server-9', 'ALPHA'];
const sorted = ['alpha', 'ALPHA', 'Alpha2', 'beta', 'server-9', 'server-10', 'Zeta'];

const named = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);

it('lists servers in one order everywhere, capitals among the others', async () => {
  const page = new Page();
  const servers = Object.fromEntries(names.map((name) => [name, { command: 'x', args: ['--token', 'ghp_1'] }]));
  page.write('.cursor/mcp.json', { mcpServers: servers });
  const list = async <T>(path: string): Promise<T> => (await page.get(path)).body as T;
  const { servers: rows } = await list<{ servers: { name: string }[] }>('servers');
  const { rows: matrix } = await list<{ rows: { name: string }[] }>('matrix');
  const { servers: tools } = await list<{ servers: { name: string }[] }>('tools');
  const { groups } = await list<{ groups: { server?: string; title: string }[] }>('doctor');
  const costs = await list<{ name: string }[]>('context-cost/cursor');
  expect(named(rows)).toEqual(sorted);
  expect(named(matrix)).toEqual(sorted);
  expect(named(tools)).toEqual(sorted);
  expect(named(costs)).toEqual(sorted);
  expect(groups.filter(({ server }) => server !== undefined).map(({ title }) => title)).toEqual(sorted);
});

it('tells names apart that look equal', () => {
  expect(compareNames('a\u0001', 'a')).not.toBe(0);
  expect(compareNames('a', 'A')).toBe(-compareNames('A', 'a'));
});
