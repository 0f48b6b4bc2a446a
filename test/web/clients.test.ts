import { afterEach, describe, expect, it } from 'vitest';
import { pressAt, typeAt } from './support/keyboard.ts';
import { openPage, type OpenPage } from './support/open-page.ts';
import { sidewaysScroll } from './support/page-width.ts';
import { typicalHome } from './support/typical-home.ts';

describe('the clients', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('are shown with their files, by mouse', async () => {
    opened = await openPage({ ...typicalHome, path: '/clients' });
    const { page } = opened;
    const cursor = page.getByRole('article', { name: 'Cursor' });
    await cursor.getByText('~/.cursor/mcp.json').waitFor();
    await cursor.getByText('Installed').waitFor();
    await expect
      .poll(() => cursor.getByRole('row', { name: /~\/.cursor\/mcp.json/ }).textContent())
      .toContain('2 servers');
    // What cannot be read is said where it stands.
    const gemini = page.getByRole('article', { name: 'Gemini CLI' });
    await gemini.getByText('Error').first().waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('radio', { name: /^All/ }).click();
    await page.getByRole('article', { name: 'Windsurf' }).getByText('Not installed').waitFor();
    await page.getByRole('searchbox').fill('cursor');
    await page.getByRole('article', { name: 'Windsurf' }).waitFor({ state: 'detached' });
    await cursor.getByRole('button', { name: 'Copy path ~/.cursor/mcp.json' }).click();
    await cursor.getByRole('status').getByText('Copied').waitFor();
    expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(`${opened.home}/.cursor/mcp.json`);
    expect(opened.errors).toEqual([]);
  });

  it('are found by keyboard on a phone', async () => {
    opened = await openPage({ ...typicalHome, path: '/clients', viewport: 'narrow', theme: 'dark' });
    const { page } = opened;
    await page.getByRole('article', { name: 'Cursor' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await opened.axe()).toEqual([]);
    await typeAt(page, page.getByRole('searchbox'), 'nobody');
    await pressAt(page, page.getByRole('button', { name: 'Show all clients' }), 'Enter');
    await page.getByRole('article', { name: 'Windsurf' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(opened.errors).toEqual([]);
  });
});
