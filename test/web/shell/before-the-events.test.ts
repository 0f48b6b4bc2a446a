import type { Route } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { openPage, type OpenPage } from '../support/open-page.ts';

let opened: OpenPage;
afterEach(async () => opened.close());

it('shows a change that another program made after the page was read and before it heard of events', async () => {
  opened = await openPage({ files: { '.cursor/mcp.json': { mcpServers: { early: { command: 'x' } } } } });
  const { page } = opened;
  const held = new Promise<Route>((resolve) => {
    void page.route('**/api/events*', resolve, { times: 1 });
  });
  await opened.go('/servers');
  const events = await held;
  await page.locator('[data-server=early]').waitFor();
  opened.write('.cursor/mcp.json', { mcpServers: { late: { command: 'x' } } });
  // The program has told those of it who listen already.
  await expect.poll(async () => (await opened.replies.all()).at(-1)?.text).toContain('config.changed');
  await events.continue();
  await page.locator('[data-server=late]').waitFor();
  expect(opened.errors).toEqual([]);
});
