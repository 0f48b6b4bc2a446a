import type { Page } from 'playwright-core';
import type * as setup from '../../scripts/setup.mjs';
import { requirePrograms } from '../../scripts/setup/require-programs.mjs';
import { launchBrowser } from '../../test/web/support/launch-browser.ts';
import { manyServers } from '../../test/web/support/many-servers.ts';
import { servePage } from '../../test/web/support/served-page.ts';
import { median } from '../compare.ts';
import { growth } from './growth.ts';
import { heights } from './heights.ts';
import { interactions } from './interactions.ts';
import { results } from './results.ts';
import { type Waited, waited } from './waited.ts';

/*
 * `npm run bench:page`: servers in each of 12 clients and in the catalog, nine of ten unlike in each of them. What every
 * answer costs from 10 to 1,000 servers; then, with 500, how long the page keeps a person waiting, from the event to the
 * frame that shows what came of it, which should stay under 100 ms, and how high each page is.
 *
 * At the end, how long each view of a large result of a tool takes; a message may have 16 MB at most.
 *
 * `npm run bench:page -- answers 10,500`, `-- browser 500` or `-- results 5,12` does a part of it.
 */

const ROUNDS = Number(process.env['PLUGBOARD_BENCH_ROUNDS'] ?? 5);
const [part = 'all', numbers] = process.argv.slice(2);
const counts = (fallback: readonly number[]): readonly number[] => numbers?.split(',').map(Number) ?? fallback;

// Imported by URL, so that it is not bundled.
const { ensure } = (await import(new URL('../../scripts/setup.mjs', import.meta.url).href)) as typeof setup;
await ensure(['install', 'build', 'browser']);
if (part !== 'answers') requirePrograms('Chromium');
if (part === 'all' || part === 'answers') await growth(counts([10, 50, 200, 500, 1000]), ROUNDS);
if (part === 'all' || part === 'browser') for (const count of counts([500])) await inBrowser(count);
if (part === 'all' || part === 'results') await results(part === 'results' ? counts([5, 12]) : [5, 12]);

async function inBrowser(count: number): Promise<void> {
  console.log(`\n${count} servers in each of 12 clients and in the catalog, in the browser`);
  const browser = await launchBrowser();
  const served = await servePage({ files: manyServers(count) });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    // The first look of the doctor takes long on a busy machine.
    context.setDefaultTimeout(120_000);
    // Signed in without a page: the overview would have the doctor look at everything first.
    await context.request.get(served.link);
    const page = await context.newPage();
    await firstRows(page, served.url);
    await measure(page, served.url, count);
    await heights(page, served.url);
  } finally {
    await browser.close();
    await served.stop();
  }
}

/** From going to the page until its first row is painted, when the program has the files in memory and when not. */
async function firstRows(page: Page, url: string): Promise<void> {
  for (const what of ['first row of the servers, at first', 'first row of the servers, then']) {
    const started = performance.now();
    await page.goto(`${url}/servers`);
    await page.locator('[data-server]').first().waitFor();
    tell(what, [performance.now() - started]);
  }
}

async function measure(page: Page, url: string, count: number): Promise<void> {
  let path = '';
  for (const { on, ready, what, before, act, shows, back } of interactions(count)) {
    if (on !== path) await page.goto(url + on);
    await page.locator(ready).first().waitFor();
    path = on;
    const times: Waited[] = [];
    // The first round loads the scripts of the page that it leads to.
    for (let round = -1; round < ROUNDS; round += 1) {
      await before?.(page);
      const time = await waited(page, async () => act(page, round + 1), shows(round + 1));
      if (round >= 0) times.push(time);
      await back?.(page);
    }
    tell(
      what,
      times.map(({ clock }) => clock),
      times.map(({ work }) => work),
    );
  }
}

function tell(what: string, times: readonly number[], work: readonly number[] = []): void {
  const [middle, most] = [median(times), Math.max(...times)].map((ms) => ms.toFixed(0).padStart(5));
  const worked = work.length > 0 ? `, ${median(work).toFixed(0).padStart(4)} ms of processor time` : '';
  console.log(`${what.padEnd(38)} ${middle} ms, at most ${most} ms${worked}`);
}
