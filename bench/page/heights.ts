import type { Page } from 'playwright-core';

const paths = ['/servers', '/matrix', '/doctor', '/map', '/tools', '/cost'] as const;

/** How high each page is, and how many elements it has. */
export async function heights(page: Page, url: string): Promise<void> {
  for (const path of paths) {
    await page.goto(url + path);
    await page.locator('[data-row]').first().waitFor();
    const [height, elements] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollHeight, document.querySelectorAll("*").length]',
    );
    console.log(`${path.padEnd(38)} ${String(height).padStart(5)} px high, ${elements} elements`);
  }
}
