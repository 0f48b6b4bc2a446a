import { fileURLToPath } from 'node:url';
import type { Route } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { openPage, type OpenPage } from '../support/open-page.ts';

const stdio = fileURLToPath(new URL('../../runtime/servers/stdio.mjs', import.meta.url));
const dies = { command: process.execPath, args: [stdio, 'dies at start'] };

let opened: OpenPage;
afterEach(async () => opened.close());

it('a status that was told while the list was on its way is kept when the list arrives', async () => {
  opened = await openPage({ files: { '.cursor/mcp.json': { mcpServers: { dies } } }, path: '/servers' });
  const { page } = opened;
  const row = page.locator('[data-server=dies]');
  await row.waitFor();
  const held = new Promise<Route>((resolve) => {
    void page.route('**/api/servers', resolve, { times: 1 });
  });
  opened.write('.cursor/mcp.json', { mcpServers: { dies, other: { command: 'x' } } });
  const list = await held;
  const before = await list.fetch();
  await row.getByRole('button', { name: 'Actions for dies' }).click();
  await page.getByRole('menuitem', { name: 'Test' }).click();
  await row.getByText('Failed').waitFor();
  await list.fulfill({ response: before });
  await page.locator('[data-server=other]').waitFor();
  expect(await row.getByText('Failed').count()).toBe(1);
  expect(opened.errors).toEqual([]);
});
