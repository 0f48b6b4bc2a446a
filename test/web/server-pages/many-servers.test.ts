import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { tabTo } from '../support/keyboard.ts';
import { manyServers, serverName } from '../support/many-servers.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';

const COUNT = 150;
const last = serverName(COUNT - 1);

let open: OpenPage;
let asked: string[] = [];
beforeAll(async () => {
  open = await openPage({ files: manyServers(COUNT) });
  open.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/events') asked.push(pathname);
  });
});

/** What an interaction asks the server for. */
async function requestsOf(act: () => Promise<void>): Promise<string[]> {
  await open.page.waitForLoadState('networkidle');
  asked = [];
  await act();
  return asked;
}

const height = async (): Promise<number> => open.page.evaluate(() => document.documentElement.scrollHeight);
const drawn = async (rows: string): Promise<number> => open.page.locator(rows).count();
const isFocused = async (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one === document.activeElement);

describe('the list of many servers', () => {
  it('draws those in sight, says how many there are, and finds the others by name without asking', async () => {
    const { page } = open;
    await open.go('/servers');
    const table = page.getByRole('table', { name: 'Servers' });
    await table.getByRole('link', { name: serverName(0), exact: true }).waitFor();
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(String(COUNT + 1));
    expect(await drawn('[data-server]')).toBeLessThan(50);
    expect(await height()).toBeLessThan(1200);
    const requests = await requestsOf(async () => {
      await page.getByRole('searchbox').fill(last);
      await table.getByRole('link', { name: last, exact: true }).waitFor();
      await expect.poll(() => drawn('[data-server]')).toBe(1);
      await page.getByRole('searchbox').fill('');
      await page.locator(`[data-server="${serverName(5)}"]`).waitFor();
    });
    expect(requests).toEqual([]);
  });

  it('keeps the focus while the user scrolls, and continues from there', async () => {
    const { page } = open;
    await open.go('/servers');
    await page.locator(`[data-server="${serverName(2)}"]`).waitFor();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('j');
    const third = page.locator(`[data-server="${serverName(2)}"] [data-name-link]`);
    await expect.poll(() => isFocused(third)).toBe(true);
    await page.locator('.long-list').evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await page.locator(`[data-server="${last}"]`).waitFor();
    await expect
      .poll(() => page.locator(`[data-server="${last}"]`).getAttribute('aria-rowindex'))
      .toBe(String(COUNT + 1));
    expect(await isFocused(third)).toBe(true);
    await page.keyboard.press('j');
    const fourth = page.locator(`[data-server="${serverName(3)}"] [data-name-link]`);
    await expect.poll(() => isFocused(fourth)).toBe(true);
    await expect.poll(() => fourth.isVisible()).toBe(true);
    expect(await drawn('[data-server]')).toBeLessThan(50);
  });

  it('fetches the definitions of a server when its row is opened, once', async () => {
    const { page } = open;
    await open.go('/servers');
    await page.getByRole('button', { name: new RegExp(`Why about ${serverName(1)}$`) }).waitFor();
    const requests = await requestsOf(async () => {
      await page.getByRole('button', { name: new RegExp(`Why about ${serverName(1)}$`) }).click();
      await page.getByRole('list', { name: `Definitions of ${serverName(1)}` }).waitFor();
    });
    expect(requests).toEqual([`/api/servers/${serverName(1)}/evidence`]);
    expect(
      await page
        .getByRole('list', { name: `Definitions of ${serverName(1)}` })
        .locator('li')
        .count(),
    ).toBe(13);
  });
});

describe('the matrix of many servers', () => {
  it('draws cells in sight and goes to the others with keys; marking asks for nothing', async () => {
    const { page } = open;
    await open.go('/clients/matrix');
    const cell = (index: number): Locator =>
      page.getByRole('button', { name: new RegExp(`^${serverName(index)} in Claude Code`) });
    await cell(0).waitFor();
    expect(await drawn('.matrix tbody .cell')).toBeLessThan(45 * 12);
    expect(await height()).toBeLessThan(1200);
    const requests = await requestsOf(async () => {
      await cell(0).focus();
      for (let step = 0; step < 6; step += 1) await page.keyboard.press('PageDown');
      await expect.poll(() => isFocused(cell(60))).toBe(true);
      await page.keyboard.press('Space');
      await page.getByText('1 change in 1 file').waitFor();
    });
    expect(requests).toEqual([]);
    expect(await drawn('.matrix tbody .cell')).toBeLessThan(45 * 12);
  });
});

describe('the doctor with many issues', () => {
  it('folds its groups, and asks for the issues of one when it is unfolded', async () => {
    const { page } = open;
    await open.go('/health');
    const fold = page.getByRole('button', { name: serverName(7), exact: true });
    await fold.waitFor();
    expect(await drawn('[data-row]')).toBeLessThan(60);
    expect(await height()).toBeLessThan(1200);
    const requests = await requestsOf(async () => {
      await tabTo(page, fold);
      await page.keyboard.press('Enter');
      await page
        .getByText(`@example/${serverName(7)} is not pinned`)
        .first()
        .waitFor();
    });
    expect(requests).toEqual(['/api/doctor/issues']);
    expect(await drawn('[data-row]')).toBeLessThan(60);
    await page.keyboard.press('Enter');
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false');
  });

  it('finds issues by a text and shows them unfolded', async () => {
    const { page } = open;
    await page.getByRole('searchbox', { name: 'Search issues' }).fill(last);
    await page.getByRole('button', { name: last, exact: true, expanded: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search issues' }).fill('there is no such text');
    await page.getByText('No issue matches').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: serverName(7), exact: true, expanded: false }).waitFor();
  });
});

describe('the map of many servers', () => {
  it('renders a few of them, and those that are searched for', async () => {
    const { page } = open;
    await open.go('/clients/map');
    await page.getByText(`of ${COUNT} servers`).waitFor();
    expect(await height()).toBeLessThan(3000);
    expect(await drawn('.map .node.server')).toBe(24);
    expect(await drawn('[data-row]')).toBeLessThan(50);
    await page.getByRole('searchbox').fill(last);
    await expect.poll(() => drawn('.map .node.server')).toBe(1);
    expect(await drawn('[data-row]')).toBe(1);
  });
});

it.each([
  ['/tools', 'treeitem'],
  ['/health/cost', 'meter'],
])('%s stays short', async (path, role) => {
  await open.go(path);
  await open.page
    .getByRole(role as 'meter')
    .first()
    .waitFor();
  expect(await drawn('[data-row]')).toBeLessThan(150);
  expect(await height()).toBeLessThan(path === '/health/cost' ? 7000 : 1200);
});

describe.each(['/servers', '/health', '/clients/matrix', '/clients/map', '/tools', '/health/cost'])('%s', (path) => {
  it.each([1280, 360])('can be used by everybody when the window is %i wide', async (width) => {
    await open.page.setViewportSize({ width, height: 800 });
    await open.go(path);
    await open.page.locator('[data-row]').first().waitFor();
    expect(await open.axe()).toEqual([]);
    expect(await sidewaysScroll(open.page)).toBe(0);
    expect(open.errors).toEqual([]);
  });
});
