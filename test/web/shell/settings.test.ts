import { afterEach, describe, expect, it } from 'vitest';
import { pressAt, typeAt } from '../support/keyboard.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';

const kept = '.config/plugboard/settings.json';

describe('the settings', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('are kept as soon as they are changed, by mouse', async () => {
    opened = await openPage({ path: '/settings' });
    const { page } = opened;
    await page.getByRole('radio', { name: 'Dark' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(JSON.parse(opened.read(kept))).toMatchObject({ theme: 'dark' });
    expect(await opened.axe()).toEqual([]);
    // Another window hears of it.
    const other = await opened.context.newPage();
    await other.goto(`${opened.url}/settings`);
    await other.getByRole('radio', { name: 'Light' }).click();
    await page.locator('html[data-theme=light]').waitFor();
    expect(opened.errors).toEqual([]);
  });

  it('are kept by keyboard', async () => {
    opened = await openPage({ path: '/settings', theme: 'dark' });
    const { page } = opened;
    await pressAt(page, page.getByRole('radio', { name: 'On' }), 'ArrowRight');
    await page.getByText('Saved', { exact: true }).waitFor();
    const minutes = page.getByRole('spinbutton', { name: 'Exit when no page is open for' });
    await typeAt(page, minutes, '45');
    await page.keyboard.press('Tab');
    const wanted = { shortcuts: false, idleExitMinutes: 45 };
    await expect.poll(() => JSON.parse(opened.read(kept)) as unknown).toMatchObject(wanted);
    expect(await opened.axe()).toEqual([]);
    expect(opened.errors).toEqual([]);
  });
});
