import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../test/web/support/launch-browser.ts';
import type { Driver, Listed, Status } from '../answer.ts';
import type { Box } from '../box.ts';
import type { ProgramOutput } from '../run-program.ts';

/** How long a list may take to show what was typed, in milliseconds. */
const short = 10_000;

const mostLists = 40;

const statuses: Readonly<Record<string, Status>> = {
  Running: 'connected',
  Stopped: 'disabled',
  Starting: 'failed',
  Error: 'failed',
};

/** A server with the status that is shown. */
interface Row {
  readonly name: string;
  readonly status: string;
}

export const vscode: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    let listed: readonly Listed[] = [];
    const output = await serve(box, async (url) => {
      await inBrowser(`${url}?folder=${box.project}`, async (page) => {
        const found = await startAll(page);
        listed = found.map(({ name, status }): Listed => ({ name, status: statuses[status] ?? 'failed' }));
      });
    });
    return { listed, raw: `${output.all}\n${JSON.stringify(listed)}` };
  },
};

/** Runs its server for as long as the visit takes. */
async function serve(box: Box, visit: (url: string) => Promise<void>): Promise<ProgramOutput> {
  let listens: (url: string) => void = () => {};
  let fails: (error: Error) => void = () => {};
  const listening = new Promise<string>((resolve, reject) => {
    listens = resolve;
    fails = reject;
  });
  const visited = listening.then(visit);
  const data = ['--user-data-dir', `${box.home}/.config/Code`, '--extensions-dir', `${box.home}/extensions`];
  const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'];
  const output = await box.run('code-server', ['--auth', 'none', '--bind-addr', '127.0.0.1:0', ...data, ...quiet], {
    timeout: 150_000,
    onLine: (line) => {
      const url = /HTTP server listening on (\S+)/.exec(line)?.[1];
      if (url) listens(url);
      return undefined;
    },
    until: visited,
  });
  fails(new Error(`It serves no page:\n${output.all}`));
  await visited;
  return output;
}

async function inBrowser(url: string, visit: (page: Page) => Promise<void>): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(url);
    await page.locator('.statusbar').waitFor();
    await visit(page);
  } finally {
    await browser.close();
  }
}

/**
 * Starts what is stopped until two lists in a row say the same. It reads its files after the page is there, so a first
 * list may be empty or incomplete.
 */
async function startAll(page: Page): Promise<readonly Row[]> {
  let before: readonly Row[] = [];
  for (let tries = 0; tries < mostLists; tries += 1) {
    const found = await listServers(page);
    const stopped = found.find(({ status }) => status === 'Stopped');
    if (stopped) await startServer(page, stopped.name);
    else if (found.length > 0 && isDeepStrictEqual(found, before) && found.every(isSettled)) return found;
    before = found;
  }
  return before;
}

function isSettled({ status }: Row): boolean {
  return status !== 'Starting';
}

/** What its command `MCP: List Servers` shows: a name, a status, and the file as one text. */
async function listServers(page: Page): Promise<Row[]> {
  await persist(() => openList(page));
  const found = await rows(page).all();
  const labels = await Promise.all(found.map(async (row) => (await row.getAttribute('aria-label')) ?? ''));
  return labels.flatMap((label) => {
    const [name = '', status = ''] = label.split(', ');
    return Object.hasOwn(statuses, status) ? [{ name, status }] : [];
  });
}

/** Starts a server as a person does: by choosing it, and then the first thing that can be done with it. */
async function startServer(page: Page, name: string): Promise<void> {
  await persist(async () => {
    await openList(page);
    await choose(page, name);
    await choose(page, 'Start Server');
  });
  await input(page).waitFor({ state: 'hidden' });
}

async function openList(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  await choose(page, '>MCP: List Servers');
  await rows(page, 'Add Server').first().waitFor({ timeout: short });
}

/** Tries again if a list has closed: it loses the focus while the rest of the page is being filled. */
async function persist(action: () => Promise<void>, tries = 5): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (tries === 1) throw error;
    await persist(action, tries - 1);
  }
}

async function choose(page: Page, text: string): Promise<void> {
  await input(page).fill(text, { timeout: short });
  await rows(page, text.replace('>', '')).first().waitFor({ timeout: short });
  await page.keyboard.press('Enter');
}

function input(page: Page): Locator {
  return page.locator('.quick-input-widget .quick-input-filter input');
}

function rows(page: Page, text = ''): Locator {
  return page.locator('.quick-input-list .monaco-list-row', { hasText: text });
}
