import { afterEach, expect, it } from 'vitest';
import { openPage, type OpenPage } from '../support/open-page.ts';

const env = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`VARIABLE_${at}`, `value ${at}`]));
const files = { '.cursor/mcp.json': { mcpServers: { tall: { command: 'tool', args: ['a', 'b'], env } } } };

let opened: OpenPage;
afterEach(async () => opened.close());

it.each([
  ['wide', '/servers/tall/configuration'],
  ['wide', '/add'],
  ['narrow', '/servers/tall/configuration'],
] as const)('no field of the form is covered when it gets the focus, %s %s', async (viewport, path) => {
  opened = await openPage({ files, viewport, path });
  const { page } = opened;
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
  const covered: string[] = [];
  const seen = new Set<string>();
  for (const key of ['Tab', 'Shift+Tab'])
    for (let step = 0; step < 90; step += 1) {
      await page.keyboard.press(key);
      const place = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element?.closest('form')) return undefined;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        // At the corners of what has the focus, nothing else is on top.
        const isFree = [top + 2, bottom - 2].every((y) =>
          [left + 2, right - 2].every((x) => {
            const there = document.elementFromPoint(x, y);
            return there !== null && (element.contains(there) || there.contains(element));
          }),
        );
        const name = element.getAttribute('aria-label') ?? element.id ?? element.textContent;
        return { name: `${element.tagName} ${name} ${Math.round(top)}-${Math.round(bottom)}`, isFree };
      });
      if (place === undefined) break;
      seen.add(place.name);
      if (!place.isFree) covered.push(place.name);
    }
  expect(covered).toEqual([]);
  expect(seen.size).toBeGreaterThan(15);
});
