import type { BrowserContext, Page } from 'playwright-core';
import type * as setup from '../../scripts/setup.mjs';
import { launchBrowser } from '../../test/web/support/launch-browser.ts';
import { servePage } from '../../test/web/support/served-page.ts';
import { median } from '../compare.ts';
import { manyServers, SERVERS } from './many-servers.ts';

/*
 * `npm run bench:page`: 500 servers in each of 12 clients. How long the interface takes to list them, and how long the page
 * keeps a person waiting, from the event to the frame that shows what came of it. An interaction should stay under 100 ms.
 */

const ROUNDS = Number(process.env['PLUGBOARD_BENCH_ROUNDS'] ?? 5);

// By its address, so that it stays the module it is.
const { ensure } = (await import(new URL('../../scripts/setup.mjs', import.meta.url).href)) as typeof setup;
await ensure(['install', 'build', 'browser']);
const served = await servePage({ files: manyServers() });
const browser = await launchBrowser();
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(served.link);
  await answers(context, ['/api/servers', '/api/overview']);
  await page.goto(`${served.url}/servers`);
  await page.getByText('server-000').first().waitFor();
  await interactions(page);
  await answers(context, ['/api/matrix?scope=user']);
} finally {
  await browser.close();
  await served.stop();
}

async function answers({ request }: BrowserContext, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      const answer = await request.get(served.url + path);
      if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`);
      await answer.body();
      times.push(performance.now() - started);
    }
    tell(`GET ${path}`, times);
  }
}

async function interactions(page: Page): Promise<void> {
  const search = page.getByRole('searchbox').first();
  const times: Record<'filter' | 'sort' | 'open', number[]> = { filter: [], sort: [], open: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const number = String(round * 7 + 100);
    times.filter.push(await waited(page, async () => search.fill(`server-${number}`)));
    await search.fill('');
    await page
      .getByText(`server-${String(SERVERS - 1)}`)
      .first()
      .waitFor({ state: 'attached' });
    const heading = page.getByRole('columnheader').getByRole('button').first();
    times.sort.push(await waited(page, async () => heading.click()));
    const link = page.getByRole('link', { name: /^server-\d+$/ }).first();
    times.open.push(await waited(page, async () => link.click()));
    await page.goBack();
    await page
      .getByRole('link', { name: /^server-\d+$/ })
      .first()
      .waitFor();
  }
  for (const [what, milliseconds] of Object.entries(times)) tell(what, milliseconds);
}

/** From the first input event to the frame after it, as the browser itself measures it. */
async function waited(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`new Promise((ready) => {
    window.waited = new Promise((done) => {
      const begin = () => {
        const started = performance.now();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - started)));
      };
      for (const type of ['input', 'click']) addEventListener(type, begin, { capture: true, once: true });
    });
    ready();
  })`);
  await act();
  return (await page.evaluate('window.waited')) as number;
}

function tell(what: string, times: readonly number[]): void {
  const [middle, most] = [median(times), Math.max(...times)].map((ms) => ms.toFixed(0).padStart(5));
  console.log(`${what.padEnd(28)} ${middle} ms, at most ${most} ms`);
}
