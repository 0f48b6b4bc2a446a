import { chromium } from 'playwright-core';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { findBrowser } from '../../../scripts/setup/browser.mjs';
import { type ServedPage, servePage } from '../support/served-page.ts';

let served: ServedPage;
afterEach(async () => served.stop());

it('loads again and again where the browser keeps pages that were left, and is up to date when one is shown again', async () => {
  served = await servePage({});
  // Playwright turns this off, but browsers of people have it on.
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  onTestFinished(async () => browser.close());
  const page = await (await browser.newContext()).newPage();
  await page.goto(served.link);
  const rooms = ['/servers', '/clients', '/health', '/sets', '/history', '/logs', '/tools', '/servers', '/settings'];
  for (const room of rooms) {
    const stream = page.waitForRequest('**/api/events*');
    await page.goto(served.url + room);
    await stream;
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  served.write('.cursor/mcp.json', { mcpServers: { late: { command: 'late' } } });
  await page.goBack({ waitUntil: 'commit' });
  await page.locator('[data-server=late]').waitFor();
  expect(await page.getByText('Connection to Plugboard lost.').count()).toBe(0);
});
