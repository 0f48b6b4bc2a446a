import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { launchBrowser } from '../../test/web/support/launch-browser.ts';
import { servePage } from '../../test/web/support/served-page.ts';
import type * as setup from '../setup.mjs';
import { demonstration } from './demonstration.ts';

/** `npm run screenshots`: pictures of the real page for README and docs. */
const pictures = [
  { name: 'overview', path: '/', theme: 'light' },
  { name: 'servers', path: '/servers', theme: 'light' },
  { name: 'servers-dark', path: '/servers', theme: 'dark' },
  { name: 'server', path: '/servers/docs', theme: 'light' },
  { name: 'matrix', path: '/matrix', theme: 'light' },
  { name: 'matrix-dark', path: '/matrix', theme: 'dark' },
  { name: 'tools', path: '/tools', theme: 'light' },
  { name: 'servers-narrow', path: '/servers', theme: 'light', narrow: true },
] as const;

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

// By its address, so that it stays the module it is.
const { ensure } = (await import(new URL('../setup.mjs', import.meta.url).href)) as typeof setup;
await ensure(['install', 'build', 'browser', 'test servers']);
mkdirSync(folder, { recursive: true });
const served = await servePage(demonstration);
const browser = await launchBrowser();
try {
  const context = await browser.newContext({ deviceScaleFactor: 2, reducedMotion: 'reduce' });
  await (await context.newPage()).goto(served.link);
  await testAll(context);
  for (const picture of pictures) await take(context, picture);
} finally {
  await browser.close();
  await served.stop();
}

/** So that there is something to see: which answer, with how many tools, and why one does not. */
async function testAll(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${served.url}/servers`);
  await page.getByRole('button', { name: 'Test all' }).click();
  await page.getByText('Connected').first().waitFor();
  await page.getByText('Failed').first().waitFor();
  await page.close();
}

async function take(context: BrowserContext, picture: (typeof pictures)[number]): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize('narrow' in picture ? { width: 360, height: 740 } : { width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: picture.theme });
  await page.goto(served.url + picture.path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: join(folder, `${picture.name}.png`) });
  console.log(`docs/images/${picture.name}.png`);
  await page.close();
}
