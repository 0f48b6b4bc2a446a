import { afterEach, expect, it } from 'vitest';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { typicalHome } from '../support/typical-home.ts';

let opened: OpenPage;
afterEach(async () => opened.close());

it('an old tab says what happened after a restart at the same port, asks no more, and goes on with the new link', async () => {
  opened = await openPage({ ...typicalHome, path: '/servers/github/configuration' });
  const { page, context } = opened;
  const url = page.getByRole('textbox', { name: 'URL', exact: true });
  await url.fill('https://typed.example/mcp');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(new URL(response.url()).pathname);
  });
  await opened.stop();
  await page.getByText('Connection to Plugboard lost.').waitFor();
  const link = await opened.startAgain();
  expect(new URL(link).origin).toBe(opened.url);
  await page.getByText('This tab is signed out').waitFor();
  await page.getByText('plugboard ui --link').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Review and save' }).isEnabled()).toBe(false);
  expect(await opened.axe()).toEqual([]);
  // The events, and the request that found out why they were refused. A loop would have gone on during the check above.
  expect(refused.length).toBeLessThanOrEqual(4);
  const before = refused.length;
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => refused.length).toBeGreaterThan(before);
  await page.getByText('This tab is signed out').waitFor();

  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole('heading', { level: 1 }).first().waitFor();
  const read = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/servers/github');
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByText('This tab is signed out').waitFor({ state: 'detached' });
  await read;
  // What was typed is still there, and can be saved.
  expect(await url.inputValue()).toBe('https://typed.example/mcp');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByText('typed.example').first().waitFor();
});
