import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../../scripts/setup/browser.mjs';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless Chromium without network requests of its own. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('There is no Chromium here; `npm test` installs one.');
  return chromium.launch({ executablePath, headless: true, args: flags });
}
