import { afterEach, expect, it } from 'vitest';
import { openPage, type OpenPage } from '../support/open-page.ts';

let opened: OpenPage;
afterEach(async () => opened.close());

it.each(['.', '..', '~..', 'a/b', 'odd\u202Ename'])('opens a server named %j, also after a reload', async (name) => {
  opened = await openPage({ files: { '.cursor/mcp.json': { mcpServers: { [name]: { command: 'odd' } } } } });
  const { page } = opened;
  await page.locator('[data-server]').getByRole('link').first().click();
  const shown = name.replace('\u202E', String.raw`\u202e`);
  for (const again of [false, true]) {
    if (again) await page.reload();
    await page.getByText('~/.cursor/mcp.json').first().waitFor();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain(shown);
    await expect.poll(async () => page.title()).toBe(`${shown} · Server · Plugboard`);
  }
  await page.getByRole('tab', { name: 'Configuration' }).click();
  await expect.poll(async () => page.getByRole('textbox', { name: 'Command' }).inputValue()).toBe('odd');
  await opened.go(`/tools?server=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: 'Open the server' }).waitFor();
  expect(opened.errors).toEqual([]);
});
