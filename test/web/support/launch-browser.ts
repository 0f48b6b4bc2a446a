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

/** A Chromium without a window, which asks nobody outside for anything. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('There is no Chromium here; `npm test` installs one.');
  return chromium.launch({ executablePath, headless: true, args: flags });
}
