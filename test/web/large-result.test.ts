import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { openPage, type OpenPage } from './support/open-page.ts';

const program = fileURLToPath(new URL('../api/servers/large-result.mjs', import.meta.url));
const large = { command: process.execPath, args: [program] };

let opened: OpenPage;
afterEach(async () => opened.close());

const callWith = async (args: object): Promise<void> => {
  const { page } = opened;
  await opened.go('/tools?server=large&tool=large');
  await page.getByRole('radio', { name: 'JSON' }).click();
  await page.getByLabel('Arguments as JSON').fill(JSON.stringify(args));
  await page.getByRole('button', { name: 'Call', exact: true }).click();
};

it('a large result is shown in part first and complete on request, and copied as a whole', async () => {
  opened = await openPage({ files: { '.cursor/mcp.json': { mcpServers: { large } } }, path: '/tools?server=large' });
  const { page } = opened;
  await page.getByRole('button', { name: 'Refresh tools' }).click();
  await page
    .getByRole('treeitem', { name: /^large/ })
    .nth(1)
    .waitFor();
  const result = page.getByRole('region', { name: 'Result' });

  for (const line of [false, true]) {
    await callWith({ megabytes: 1, line });
    await result.getByRole('tab', { name: 'Raw' }).click();
    const text = result.getByLabel('Raw result');
    await result.getByText(/Only the first 60,000 of [\d,]+ characters are shown/).waitFor();
    await expect.poll(() => text.textContent()).toHaveLength(60_000);
    expect(await opened.axe()).toEqual([]);
    await result.getByRole('button', { name: 'Copy result' }).click();
    await result.getByText('Copied').waitFor();
    const copied = await page.evaluate(async () => navigator.clipboard.readText());
    const whole = JSON.parse(copied) as { content: { text: string }[]; structuredContent?: { rows: unknown[] } };
    const rows = whole.structuredContent?.rows ?? (JSON.parse(whole.content[0]?.text ?? '') as unknown[]);
    expect(JSON.stringify(rows).length).toBeGreaterThan(1024 * 1024);
    await result.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(async () => (await text.textContent())?.length).toBe(copied.length);
    await expect.poll(() => text.textContent()).toBe(copied);
    // The end can be seen.
    await text.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect
      .poll(async () =>
        text.evaluate((element) => {
          element.scrollTo(0, element.scrollHeight);
          const last = element.lastElementChild?.getBoundingClientRect();
          return last !== undefined && last.bottom <= element.getBoundingClientRect().bottom + 1;
        }),
      )
      .toBe(true);
  }
  // More than a message may have is refused in words.
  await callWith({ megabytes: 20 });
  await result.getByText('more than 16 MB').waitFor();
  expect(opened.errors).toEqual([]);
});
