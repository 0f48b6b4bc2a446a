import { afterEach, expect, it } from 'vitest';
import { openPage, type OpenPage } from './support/open-page.ts';
import { sidewaysScroll } from './support/page-width.ts';

/** One argument of 2,000 characters without a space, in which one word changes. */
const long = (word: string): string => `--config=${'abcdefghi/'.repeat(99)}${word}${'/jklmnopqrs'.repeat(92)}`;
const files = { '.cursor/mcp.json': { mcpServers: { wide: { command: 'tool', args: [long('before')] } } } };

let opened: OpenPage;
afterEach(async () => opened.close());

it.each(['wide', 'narrow'] as const)('wraps a long changed line and marks its changed words, %s', async (viewport) => {
  expect(long('before').length).toBeGreaterThan(2000);
  opened = await openPage({ files, viewport, path: '/servers/wide/configuration' });
  const { page } = opened;
  await page.getByRole('radio', { name: 'JSON' }).click();
  const json = page.getByRole('textbox', { name: 'Definition as JSON' });
  await json.fill((await json.inputValue()).replace('before', 'after'));
  await page.getByRole('button', { name: 'Review and save' }).click();
  const review = page.getByRole('dialog');
  const marks = review.locator('.word');
  await marks.first().waitFor();
  await expect.poll(() => marks.allTextContents()).toEqual(['before', 'after']);
  // By more than color: one is struck through, the other bold, and the signs of their lines differ.
  const looks = await marks.evaluateAll((all) =>
    all.map((mark) => {
      const { textDecorationLine, fontWeight } = getComputedStyle(mark);
      return [mark.closest('.line')?.querySelector('.sign')?.textContent, textDecorationLine, fontWeight];
    }),
  );
  expect(looks).toEqual([
    ['-', 'line-through', '400'],
    ['+', 'none', '700'],
  ]);
  // Nothing reaches beyond the screen, neither the page nor the diff.
  expect(await sidewaysScroll(page)).toBe(0);
  const { width, boxes } = await review.locator('.line').evaluateAll((lines) => ({
    width: innerWidth,
    boxes: lines.flatMap((line) => Array.from(line.querySelectorAll('.text'), (text) => text.getBoundingClientRect())),
  }));
  expect(boxes.length).toBeGreaterThan(1);
  for (const { left, right } of boxes) expect([left >= 0, right <= width]).toEqual([true, true]);
  expect(await review.locator('.diff').evaluate((diff) => diff.scrollWidth - diff.clientWidth)).toBe(0);
  expect(await opened.axe()).toEqual([]);
});
