import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchBrowser } from './launch-browser.ts';

let launched: Promise<Browser> | undefined;

/** One for all tests of a file, ended with them. */
export async function theBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}

afterAll(async () => {
  await (await launched)?.close();
});
