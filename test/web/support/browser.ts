import type { Browser } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';

let launched: Promise<Browser> | undefined;

/** One for all tests of a process, with which it ends. */
export async function theBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}
