import type { Route } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { openPage, type OpenPage } from '../support/open-page.ts';

let opened: OpenPage;
afterEach(async () => opened.close());

it('a test that ends before the answer to its request arrives is over', async () => {
  const files = { '.cursor/mcp.json': { mcpServers: { absent: { command: 'no-such-program-anywhere' } } } };
  opened = await openPage({ files, path: '/servers' });
  const { page } = opened;
  await page.locator('[data-server=absent]').waitFor();
  const asked = new Promise<Route>((resolve) => {
    void page.route('**/api/tests', resolve, { times: 1 });
  });
  await page.getByRole('button', { name: 'Test all' }).click();
  const request = await asked;
  const answer = await request.fetch();
  await page.locator('[data-server=absent]').getByText('Failed').waitFor();
  await request.fulfill({ response: answer });
  await page.getByText('Tested 1, 1 failed').waitFor();
  expect(opened.errors).toEqual([]);
});
