import { expect, it } from 'vitest';
import type { CellDetail } from '../../src/api/contract/matrix.ts';
import { sync } from '../../src/manage/sync/sync.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { Page } from './support/page.ts';

const catalog = '.config/plugboard/plugboard.json';
const cursor = '.cursor/mcp.json';
const server = (args: string, more: object = {}): object => ({
  servers: { x: { command: 'node', args: [args], targets: ['cursor'], ...more } },
});
const cell = { name: 'x', client: 'cursor', scope: 'user' };

/** A server that the catalog and the client changed since the last sync. */
async function conflict(): Promise<Page> {
  const page = new Page();
  page.write(catalog, server('old'));
  await applyPlan(page.host, (await sync(page.host)).plan);
  page.write(cursor, { mcpServers: { x: { command: 'node', args: ['theirs'] } } });
  page.write(catalog, server('mine'));
  return page;
}

async function detail(page: Page): Promise<CellDetail> {
  return (await page.get('matrix/cell?name=x&client=cursor&scope=user')).body as CellDetail;
}

async function settle(page: Page, action: string): Promise<void> {
  const { body } = await page.post('plans', { kind: 'sync', cells: [{ ...cell, action }] });
  const applied = await page.post(`plans/${(body as { id: string }).id}/write`);
  expect(applied.status).toBe(200);
}

it('shows a conflict with its three values', async () => {
  const page = await conflict();
  const found = await detail(page);
  expect(found).toMatchObject({ word: 'differs', actions: ['push', 'pull', 'ignore', 'off', 'remove', 'keep'] });
  expect(found.why).toContain('Conflict');
  expect(found.fields.find(({ field }) => field === 'args')).toMatchObject({
    catalog: '["mine"]',
    client: '["theirs"]',
    written: '["old"]',
  });
});

it.each([
  ['push', { catalog: server('mine'), client: 'mine' }],
  ['pull', { catalog: server('theirs'), client: 'theirs' }],
  ['keep', { catalog: server('mine', { clients: { cursor: { args: ['theirs'] } } }), client: 'theirs' }],
])('settles a conflict by %s, and it is in sync afterwards', async (action, expected) => {
  const page = await conflict();
  await settle(page, action);
  expect(page.json(catalog)).toEqual(expected.catalog);
  expect(page.json(cursor)).toMatchObject({ mcpServers: { x: { args: [expected.client] } } });
  expect((await sync(page.host)).cells.map(({ outcome }) => outcome)).toEqual(['same']);
  expect(await detail(page)).toMatchObject({ word: 'same' });
});

it('says so if both sides changed different fields', async () => {
  const page = await conflict();
  page.write(cursor, { mcpServers: { x: { command: 'node', args: ['old'], env: { A: 'theirs' } } } });
  const { why } = await detail(page);
  expect(why).toBe('Changed in the catalog and here, in different fields, since the last sync.');
});

it('names the client in the title of its change', async () => {
  const page = await conflict();
  const title = async (action: string): Promise<unknown> =>
    ((await page.post('plans', { kind: 'sync', cells: [{ ...cell, action }] })).body as { title: unknown }).title;
  expect(await title('push')).toBe('write x to Cursor');
  expect(await title('pull')).toBe('import x from Cursor');
  expect(await title('keep')).toBe('keep x of Cursor as its own');
});
