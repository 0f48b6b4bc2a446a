import { type Browser, chromium } from 'playwright-core';
import { afterAll } from 'vitest';
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

let launched: Promise<Browser> | undefined;

/** One for all tests of a file, ended with them. */
export async function theBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('There is no Chromium here; `npm test` installs one.');
  return chromium.launch({ executablePath, headless: true, args: flags });
}

afterAll(async () => {
  await (await launched)?.close();
});
