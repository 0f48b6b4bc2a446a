import { describe, expect, it } from 'vitest';
import type { CellDetail, MatrixAnswer } from '../../src/api/contract/matrix.ts';
import type { Checks } from '../../src/api/contract/overview.ts';
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
  expect(found).toMatchObject({
    word: 'conflict',
    isSynced: true,
    actions: ['push', 'pull', 'keep', 'ignore', 'off', 'remove'],
  });
  expect(found.why).toContain('Conflict');
  expect(found.fields.find(({ field }) => field === 'args')).toMatchObject({
    catalog: '["mine"]',
    client: '["theirs"]',
    written: '["old"]',
    changedBy: ['catalog', 'client'],
  });
});

it('tells masked values of a conflict apart without showing them', async () => {
  const page = new Page();
  const secret = (key: string): object => ({ env: { API_KEY: `sk-very-secret-value-${key}` } });
  page.write(catalog, server('old', secret('1')));
  await applyPlan(page.host, (await sync(page.host)).plan);
  page.write(cursor, { mcpServers: { x: { command: 'node', args: ['old'], ...secret('2') } } });
  page.write(catalog, server('old', secret('1')));
  const { fields } = await detail(page);
  const row = fields.find(({ field }) => field === 'env.API_KEY');
  expect([row?.written, row?.catalog, row?.client].map((text) => text?.slice(-10))).toEqual([
    ' (value 1)',
    ' (value 1)',
    ' (value 2)',
  ]);
  expect(JSON.stringify(fields)).not.toContain('very-secret');
});

it('counts a conflict as out of sync, also if the client has no entry any more', async () => {
  const page = await conflict();
  const counted = async (): Promise<unknown> => ((await page.get('overview/checks')).body as Checks).outOfSync;
  expect(await counted()).toBe(1);
  page.write(cursor, { mcpServers: {} });
  expect(await detail(page)).toMatchObject({ word: 'conflict', actions: ['push', 'keep', 'ignore'] });
  expect(await counted()).toBe(1);
  await settle(page, 'keep');
  expect(page.json(catalog)).toEqual(server('mine', { clients: { cursor: false } }));
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

describe('several cells at once', () => {
  const gemini = '.gemini/settings.json';
  const both = (args: readonly string[], more: object = {}): object => ({
    servers: { x: { command: 'node', args, targets: ['cursor', 'gemini-cli'], ...more } },
  });
  const entry = (args: string): object => ({ mcpServers: { x: { command: 'node', args: [args] } } });
  const cells = (inCursor: string, inGemini: string): object => ({
    kind: 'sync',
    cells: [
      { ...cell, action: inCursor },
      { ...cell, client: 'gemini-cli', action: inGemini },
    ],
  });

  /** One server that two clients changed, each in its own way, and the catalog too. */
  async function twoConflicts(theirs: readonly [string, string]): Promise<Page> {
    const page = new Page();
    page.write(gemini, {});
    page.write(catalog, both(['old']));
    await applyPlan(page.host, (await sync(page.host)).plan);
    page.write(cursor, entry(theirs[0]));
    page.write(gemini, entry(theirs[1]));
    page.write(catalog, both(['mine']));
    return page;
  }

  it.each([
    ['pull', 'push'],
    ['push', 'pull'],
  ])('are settled by %s and %s in any order, and undone as one', async (inCursor, inGemini) => {
    const page = await twoConflicts(['cursor', 'gemini']);
    const before = [catalog, cursor, gemini].map((file) => page.read(file));
    const { body } = await page.post('plans', cells(inCursor, inGemini));
    const { historyId } = (await page.post(`plans/${(body as { id: string }).id}/write`)).body as { historyId: string };
    const taken = inCursor === 'pull' ? 'cursor' : 'gemini';
    expect(page.json(catalog)).toEqual(both([taken]));
    expect([page.json(cursor), page.json(gemini)]).toEqual([entry(taken), entry(taken)]);
    const undo = (await page.post('plans', { kind: 'undo', id: historyId })).body as { id: string };
    await page.post(`plans/${undo.id}/write`);
    expect([catalog, cursor, gemini].map((file) => page.read(file))).toEqual(before);
  });

  it('cannot both be imported if they differ, and can if they are equal', async () => {
    const apart = await (await twoConflicts(['cursor', 'gemini'])).post('plans', cells('pull', 'pull'));
    expect(apart.status).toBe(400);
    expect(apart.body.error).toMatchObject({
      code: 'sync-conflict',
      message: expect.stringMatching(/Cursor.*Gemini/),
    });
    const equal = await (await twoConflicts(['both', 'both'])).post('plans', cells('pull', 'pull'));
    expect(equal.status).toBe(200);
  });

  it('says which of them can be kept, and refuses to keep what is not in sync', async () => {
    const page = await twoConflicts(['cursor', 'mine']);
    page.write('.qwen/settings.json', entry('other'));
    const { columns, rows, words } = (await page.get('matrix')).body as MatrixAnswer;
    const word = (client: string): unknown =>
      words[rows[0]?.cells[columns.findIndex((column) => column.client === client)] ?? -1];
    expect([word('cursor'), word('gemini-cli'), word('qwen-code')]).toEqual(['conflict', 'same', 'differs']);
    expect(rows[0]?.keepable?.map((at) => columns[at]?.client)).toEqual(['cursor']);
    const kept = await page.post('plans', { kind: 'sync', cells: [{ ...cell, client: 'qwen-code', action: 'keep' }] });
    expect(kept.status).toBe(400);
  });
});
