import { afterEach, describe, expect, it } from 'vitest';
import { pressAt } from './support/keyboard.ts';
import { openPage, type OpenPage } from './support/open-page.ts';
import { sidewaysScroll } from './support/page-width.ts';
import { seededSecret, typicalHome } from './support/typical-home.ts';

const catalog = '.config/plugboard/plugboard.json';

/** A page on which everything has been imported, so that there is something to look back at. */
async function withOneChange(options: Parameters<typeof openPage>[0]): Promise<OpenPage> {
  const opened = await openPage({ ...typicalHome, ...options });
  await opened.page.getByRole('button', { name: 'Import all' }).click();
  await opened.page.getByRole('button', { name: /^Write/ }).click();
  await opened.page.getByRole('dialog').waitFor({ state: 'detached' });
  await opened.go('/history');
  return opened;
}

describe('the history', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('shows a change with its lines and takes it back, by mouse', async () => {
    opened = await withOneChange({});
    const { page } = opened;
    const change = page.getByRole('row').nth(1);
    await change.getByText('~/.config/plugboard/plugboard.json').waitFor();
    expect(await opened.axe()).toEqual([]);
    await change.getByRole('link').click();
    await page
      .getByRole('group', { name: /Changes in/ })
      .getByText('weather')
      .first()
      .waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('button', { name: 'Undo this change' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Write/ })
      .click();
    await page.getByText('Undone by').waitFor();
    expect(() => opened.read(catalog)).toThrow('ENOENT');
    expect(await opened.leaksOf([seededSecret])).toEqual([]);
    expect(opened.errors).toEqual([]);
  });

  it('brings back what was undone, by keyboard', async () => {
    opened = await withOneChange({ viewport: 'narrow', theme: 'dark' });
    const { page } = opened;
    const before = opened.read(catalog);
    await pressAt(page, page.getByRole('button', { name: /^Undo: / }), 'Enter');
    await page
      .getByRole('dialog')
      .getByRole('group', { name: /Changes in/ })
      .waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('row').nth(2).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await opened.axe()).toEqual([]);
    await pressAt(page, page.getByRole('row').nth(1).getByRole('link'), 'Enter');
    await pressAt(page, page.getByRole('button', { name: /^Restore/ }), 'Enter');
    await page
      .getByRole('dialog')
      .getByRole('group', { name: /Changes in/ })
      .waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(opened.read(catalog)).toBe(before);
    expect(opened.errors).toEqual([]);
  });
});
