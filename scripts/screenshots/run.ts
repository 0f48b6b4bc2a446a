import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { launchBrowser } from '../../test/web/support/launch-browser.ts';
import { servePage } from '../../test/web/support/served-page.ts';
import type * as setup from '../setup.mjs';
import { requirePrograms } from '../setup/require-programs.mjs';
import { demonstration } from './demonstration.ts';
import { type Picture, pictures } from './pictures.ts';

/** `npm run screenshots`: screenshots of the real page for README and docs. */
const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

// Imported by URL, so that it is not bundled.
const { ensure } = (await import(new URL('../setup.mjs', import.meta.url).href)) as typeof setup;
await ensure(['install', 'build', 'browser', 'test servers']);
requirePrograms('Chromium');
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
const served = await servePage(demonstration);
try {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await (await context.newPage()).goto(served.link);
  await testAll(context);
  for (const picture of pictures) await take(context, picture);
} finally {
  await browser.close();
  await served.stop();
}

/** Provides something to show: servers that respond, with their tools, and one that does not. */
async function testAll(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${served.url}/servers`);
  await page.getByRole('button', { name: 'Test all' }).click();
  await page.getByText(/^Tested \d+/).waitFor();
  await page.close();
}

async function take(context: BrowserContext, { name, path, shows, theme, isNarrow, before }: Picture): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize(isNarrow ? { width: 360, height: 740 } : { width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: theme ?? 'light' });
  await page.goto(served.url + path);
  await page.getByText(shows).first().waitFor();
  await before?.(page);
  // Waits for fonts, and for data fetched after the first render.
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`docs/images/${name}.png`);
  await page.close();
}
