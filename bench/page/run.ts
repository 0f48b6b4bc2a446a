import type { BrowserContext, Page } from 'playwright-core';
import type * as setup from '../../scripts/setup.mjs';
import { launchBrowser } from '../../test/web/support/launch-browser.ts';
import { servePage } from '../../test/web/support/served-page.ts';
import { median } from '../compare.ts';
import { interactions } from './interactions.ts';
import { manyServers, SERVERS } from './many-servers.ts';
import { type Waited, waited } from './waited.ts';

/*
 * `npm run bench:page`: 500 servers in each of 12 clients. How long the page keeps a person waiting, from the event to the
 * frame that shows what came of it; an interaction should stay under 100 ms. And how long the interface takes to list them.
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
  await answers(context, ['/api/servers', '/api/overview', '/api/matrix']);
  await measure(page);
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

async function measure(page: Page): Promise<void> {
  let path = '';
  for (const { on, ready, what, before, act, shows, back } of interactions(SERVERS)) {
    if (on !== path) await page.goto(served.url + on);
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
