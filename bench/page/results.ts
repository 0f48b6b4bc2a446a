import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../test/web/support/launch-browser.ts';
import { servePage } from '../../test/web/support/served-page.ts';
import { waited } from './waited.ts';

const server = fileURLToPath(new URL('../../test/api/servers/large-result.mjs', import.meta.url));
const files = { '.cursor/mcp.json': { mcpServers: { large: { command: process.execPath, args: [server] } } } };

/** How long a person waits for each view of a large result, from the click until it is painted. */
export async function results(sizes: readonly number[]): Promise<void> {
  const browser = await launchBrowser();
  const served = await servePage({ files });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    context.setDefaultTimeout(120_000);
    await context.request.get(served.link);
    const page = await context.newPage();
    await page.goto(`${served.url}/tools?server=large`);
    await page.getByRole('button', { name: 'Refresh tools' }).click();
    await page
      .getByRole('treeitem', { name: /^large/ })
      .nth(1)
      .waitFor();
    for (const isLine of [false, true])
      for (const megabytes of sizes) {
        console.log(`\na result of ${megabytes} MB, ${isLine ? 'one line of text' : 'structured'}`);
        await page.goto(`${served.url}/tools?server=large&tool=large`);
        await call(page, megabytes, isLine);
        for (const title of ['Structured', 'Raw', 'Rendered']) await view(page, title);
        await view(page, 'Raw', true);
      }
  } finally {
    await browser.close();
    await served.stop();
  }
}

async function call(page: Page, megabytes: number, isLine: boolean): Promise<void> {
  await page.getByRole('radio', { name: 'JSON' }).click();
  await page.getByLabel('Arguments as JSON').fill(JSON.stringify({ megabytes, line: isLine }));
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await page.getByRole('tab', { name: 'Rendered' }).waitFor();
}

async function view(page: Page, title: string, isWhole = false): Promise<void> {
  const panel = '[role=tabpanel]:not([hidden])[data-state=active]';
  const name = title.toLowerCase();
  if (isWhole) await page.getByRole('tab', { name: title }).click();
  const time = await waited(
    page,
    async () =>
      isWhole
        ? page.getByRole('button', { name: /^Show all/ }).click()
        : page.getByRole('tab', { name: title }).click(),
    isWhole ? 'section.result:not(:has(.cut))' : `${panel}[id$="${name}"]`,
  );
  const [clock, work] = [time.clock, time.work].map((ms) => ms.toFixed(0).padStart(5));
  console.log(`${(isWhole ? `${title}, all of it` : title).padEnd(20)} ${clock} ms, ${work} ms of processor time`);
}
