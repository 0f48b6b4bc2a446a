import { expect, it } from 'vitest';
import type { Overview } from '../../src/api/contract/overview.ts';
import type { PlanView } from '../../src/api/contract/plans.ts';
import type { ProfilesAnswer } from '../../src/api/contract/profiles.ts';
import { sync } from '../../src/manage/sync/sync.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { Page } from './support/page.ts';

const catalog = '.config/plugboard/plugboard.json';
const cursor = '.cursor/mcp.json';
const entry = (args: string): object => ({ command: 'node', args: [args], targets: ['cursor'] });

/** Two servers in Cursor, and a profile with one of them. */
async function synced(profiles: object = { review: { servers: ['one'] } }): Promise<Page> {
  const page = new Page();
  page.write(catalog, { servers: { one: entry('1'), two: entry('2') }, profiles });
  await applyPlan(page.host, (await sync(page.host)).plan);
  return page;
}

const plan = async (page: Page, name?: string): Promise<{ status: number; body: PlanView }> =>
  page.post('plans', { kind: 'use-profile', scope: 'user', name });

const servers = (page: Page): string[] => Object.keys((page.json(cursor) as { mcpServers: object }).mcpServers);

it('switches to a profile and back, each in one change that one undo reverts', async () => {
  const page = await synced();
  const active = async (): Promise<unknown> => ((await page.get('overview')).body as Overview).profiles;
  expect(await active()).toEqual({ count: 1, active: [] });
  const before = page.read(cursor);
  const { body } = await plan(page, 'review');
  expect(body.isDivisible).toBe(false);
  expect(body.issues).toMatchObject([
    { code: 'profile-budget', message: expect.stringMatching(/^Cursor: 1 server, /) },
  ]);
  const written = (await page.post(`plans/${body.id}/write`)).body as { historyId: string };
  expect(servers(page)).toEqual(['one']);
  expect(await active()).toEqual({ count: 1, active: ['review'] });
  const undo = (await page.post('plans', { kind: 'undo', id: written.historyId })).body as { id: string };
  await page.post(`plans/${undo.id}/write`);
  expect(page.read(cursor)).toBe(before);
  expect(await active()).toEqual({ count: 1, active: [] });
});

it('can be written if only the profile in use changes', async () => {
  const page = await synced({ all: { servers: ['one', 'two'] } });
  const { body } = await plan(page, 'all');
  expect(body).toMatchObject({ files: [], isEmpty: false });
  await page.post(`plans/${body.id}/write`);
  expect((await page.get('profiles')).body).toMatchObject([{ name: 'all', isActive: true }]);
  expect((await plan(page, 'all')).body).toMatchObject({ files: [], isEmpty: true });
});

it('lists odd names in order, with what is missing', async () => {
  const page = await synced({ B: { servers: ['gone'] }, a: { servers: [] }, ['x'.repeat(200)]: { servers: ['one'] } });
  const found = (await page.get('profiles')).body as ProfilesAnswer;
  expect(found.map(({ name, missing }) => [name.slice(0, 3), missing])).toEqual([
    ['a', []],
    ['B', ['gone']],
    ['xxx', []],
  ]);
});

it('changes nothing while there is a conflict, or for a profile that does not exist', async () => {
  const page = await synced();
  expect((await plan(page, 'nothing')).status).toBe(404);
  page.write(cursor, { mcpServers: { one: { command: 'node', args: ['theirs'] } } });
  page.write(catalog, { servers: { one: entry('mine') }, profiles: { review: { servers: ['one'] } } });
  const { status, body } = await plan(page, 'review');
  expect([status, body]).toMatchObject([400, { error: { code: 'sync-conflict' } }]);
});
