import type { Page } from 'playwright-core';

/** How far the page can be pushed sideways; on a good one it cannot. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
