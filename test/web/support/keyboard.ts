import type { Locator, Page } from 'playwright-core';

/** Far more than any page has between two things. */
const MOST_STEPS = 150;

/** Presses Tab until the element has the focus, like a user without a mouse; fails when it never gets it. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await wanted.waitFor();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press((await arrowTo(wanted)) ?? key);
  }
  throw new Error(`${wanted.toString()} cannot be reached with ${key}; the focus is on ${await focused(page)}.`);
}

/** Inside a toolbar or the navigation, which are one tab stop, arrow keys go on. */
async function arrowTo(wanted: Locator): Promise<string | undefined> {
  return wanted.evaluate((element) => {
    const { activeElement: now } = document;
    const group = element.closest('[data-roving], .toggles');
    if (!now || !group?.contains(now)) return undefined;
    const isAhead = now.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING;
    return isAhead ? 'ArrowRight' : 'ArrowLeft';
  });
}

/** Goes there with Tab and presses a key. */
export async function pressAt(page: Page, wanted: Locator, key: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

/** Moves there with Tab and replaces the text. */
export async function typeAt(page: Page, wanted: Locator, text: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** What has the focus, in words. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    if (!element || element === document.body) return 'nothing';
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? '';
    return `${element.tagName.toLowerCase()} "${name}"`;
  });
}
