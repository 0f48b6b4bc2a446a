import type { Page } from 'playwright-core';
import { serverName } from '../../test/web/support/many-servers.ts';

export interface Interaction {
  readonly what: string;
  /** The page it happens on, and what is there when it has been loaded. */
  readonly on: string;
  readonly ready: string;
  readonly before?: (page: Page) => Promise<void>;
  readonly act: (page: Page, round: number) => Promise<void>;
  /** What is to be seen when it has happened. */
  readonly shows: (round: number) => string;
  /** As it was, for the next round. */
  readonly back?: (page: Page) => Promise<void>;
}

const servers = { on: '/servers', ready: '[data-server]:nth-child(5)' };
const clients = { on: '/clients', ready: 'main a[href="/clients/matrix"]' };
const doctor = { on: '/health', ready: '.fold' };
const map = { on: '/clients/map', ready: '.map .node' };
const matrix = { on: '/clients/matrix', ready: '.matrix button[tabindex="0"]' };
const name = serverName;

/** What people do all the time, on the pages that grow with the number of servers. */
export function interactions(count: number): readonly Interaction[] {
  const last = name(count - 1);
  return [
    {
      ...servers,
      what: 'find a server by its name',
      act: async (page, round) =>
        page
          .getByRole('searchbox')
          .first()
          .fill(name(round + 100)),
      shows: (round) => `[data-server="${name(round + 100)}"]:only-child`,
      back: async (page) => clearSearch(page, servers.ready),
    },
    {
      ...servers,
      what: 'show all servers again',
      act: async (page) => page.getByRole('searchbox').first().fill(''),
      shows: () => servers.ready,
      before: async (page) => {
        await page.getByRole('searchbox').first().fill(name(7));
        await page.locator('[data-server]:only-child').waitFor();
      },
    },
    {
      ...servers,
      what: 'sort the servers',
      act: async (page) => page.getByRole('columnheader').getByRole('button', { name: 'Server' }).click(),
      shows: (round) => `[data-server="${round % 2 === 0 ? last : name(0)}"]:first-child`,
    },
    {
      ...servers,
      what: 'type one letter more',
      before: async (page) => {
        await page.getByRole('searchbox').first().fill('server-10');
        await page.locator(`[data-server="${name(100)}"]:first-child`).waitFor();
      },
      act: async (page) => page.keyboard.type('7'),
      shows: () => `[data-server="${name(107)}"]:only-child`,
      back: async (page) => clearSearch(page, servers.ready),
    },
    {
      ...servers,
      what: 'scroll to the last server',
      act: async (page) => scroll(page, 'End'),
      shows: () => `[data-server="${last}"]`,
      back: async (page) => {
        await scroll(page, 'Home');
        await page.locator(`[data-server="${name(0)}"]`).waitFor();
      },
    },
    {
      ...servers,
      what: 'open the explanation of a status',
      act: async (page) => page.locator('[data-act="open"]').first().click(),
      shows: () => 'tr.evidence .entries',
      back: async (page) => page.locator('[data-act="open"]').first().click(),
    },
    {
      ...servers,
      what: 'select all servers',
      act: async (page) => page.getByRole('checkbox', { name: 'Select all rows shown' }).click(),
      shows: (round) => `[data-server]:nth-child(5)${round % 2 === 0 ? '.chosen' : ':not(.chosen)'}`,
    },
    {
      ...servers,
      what: 'open a server: first frame',
      act: async (page) => page.locator('[data-name-link]').nth(3).click(),
      shows: () => 'body:not(:has([data-server])):has(main a.back)',
      back: async (page) => goBack(page, servers.ready),
    },
    {
      ...servers,
      what: 'open a server: all details',
      act: async (page) => page.locator('[data-name-link]').nth(3).click(),
      shows: () => '[role="tablist"][aria-label^="About"]',
      back: async (page) => goBack(page, servers.ready),
    },
    {
      ...clients,
      what: 'open the matrix',
      act: async (page) => page.locator(clients.ready).click(),
      shows: () => matrix.ready,
      back: async (page) => goBack(page, clients.ready),
    },
    {
      ...matrix,
      what: 'one cell down in the matrix',
      act: async (page, round) => pressFrom(page, round, 'ArrowDown'),
      shows: (round) => `.cell[aria-label^="${name(round + 1)} in"]:focus`,
    },
    {
      ...matrix,
      what: 'one cell to the side in the matrix',
      act: async (page) => page.keyboard.press('ArrowRight'),
      shows: (round) => `tr > td:nth-child(${round + 3}) > button:focus`,
    },
    {
      ...matrix,
      what: 'ten rows down in the matrix',
      act: async (page, round) => pressFrom(page, round, 'PageDown'),
      shows: (round) => `.cell[aria-label^="${name((round + 1) * 10)} in"]:focus`,
    },
    {
      ...matrix,
      what: 'mark a cell of the matrix',
      act: async (page) => page.keyboard.press('Space'),
      shows: (round) =>
        `main${round % 2 === 0 ? '' : ':not('}:has([aria-label="Staged changes"])${round % 2 === 0 ? '' : ')'}`,
    },
    {
      ...matrix,
      what: 'open a cell of the matrix',
      act: async (page) => page.keyboard.press('Enter'),
      shows: () => '.cell-popover',
      back: async (page) => {
        await page.keyboard.press('Escape');
        await page.locator('.cell-popover').waitFor({ state: 'detached' });
      },
    },
    {
      ...matrix,
      what: 'find a server in the matrix',
      act: async (page, round) =>
        page
          .getByRole('searchbox')
          .first()
          .fill(name(round + 100)),
      shows: (round) => `.matrix:has([href$="${name(round + 100)}"]):not(:has([href$="${name(0)}"]))`,
      back: async (page) => clearSearch(page, `.matrix [href$="${name(0)}"]`),
    },
    {
      ...matrix,
      what: 'scroll to the last row of the matrix',
      act: async (page) => scroll(page, 'End'),
      shows: () => `.matrix [href$="${last}"]`,
      back: async (page) => {
        await scroll(page, 'Home');
        await page.locator(`.matrix [href$="${name(0)}"]`).waitFor();
      },
    },
    {
      ...doctor,
      what: 'unfold the issues of a server',
      act: async (page) => page.locator('.fold').nth(3).click(),
      shows: () => 'li .issue',
      back: async (page) => {
        await page.locator('.fold').nth(3).click();
        await page.locator('li .issue').first().waitFor({ state: 'detached' });
      },
    },
    {
      ...doctor,
      what: 'show only warnings',
      act: async (page) => page.getByRole('button', { name: /^Warnings/ }).click(),
      shows: (round) => `.chip:nth-child(3)[aria-pressed="${round % 2 === 0}"]`,
    },
    {
      ...doctor,
      what: 'find issues by a text',
      act: async (page, round) =>
        page
          .getByRole('searchbox')
          .first()
          .fill(name(round + 101)),
      shows: () => 'li .issue',
      back: async (page) => {
        await clearSearch(page, doctor.ready);
        await page.locator('li .issue').first().waitFor({ state: 'detached' });
      },
    },
    {
      ...map,
      what: 'find a server in the map',
      act: async (page, round) =>
        page
          .getByRole('searchbox')
          .first()
          .fill(name(round + 100)),
      shows: () => '.map:not(:has(.node.server:nth-of-type(2)))',
      back: async (page) => clearSearch(page, '.map .node.server:nth-of-type(5)'),
    },
  ];
}

/** By a key, as the clock starts with an event of the page. */
async function scroll(page: Page, key: 'Home' | 'End'): Promise<void> {
  await page.evaluate(`(() => {
    const list = document.querySelector('.long-list, .scroller');
    dispatchEvent(new KeyboardEvent('keydown', { key: '${key}' }));
    list.scrollTo({ top: ${key === 'End' ? 'list.scrollHeight' : 0}, behavior: 'instant' });
  })()`);
}

async function clearSearch(page: Page, ready: string): Promise<void> {
  await page.getByRole('searchbox').first().fill('');
  await page.locator(ready).first().waitFor();
}

async function goBack(page: Page, ready: string): Promise<void> {
  await page.goBack();
  await page.locator(ready).first().waitFor();
}

/** The first round begins in the first cell. */
async function pressFrom(page: Page, round: number, key: string): Promise<void> {
  if (round === 0)
    await page
      .locator(`.cell[aria-label^="${name(0)} in"]`)
      .first()
      .focus();
  await page.keyboard.press(key);
}
