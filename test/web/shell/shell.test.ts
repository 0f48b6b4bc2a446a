import type { Route } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { pressAt, tabTo } from '../support/keyboard.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';
import { typicalHome } from '../support/typical-home.ts';

describe('the frame of the page', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('goes to pages and finds things by mouse', async () => {
    opened = await openPage({ ...typicalHome, path: '/settings' });
    const { page } = opened;
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /^Clients/ })
      .click();
    await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor();
    expect(await page.title()).toBe('Clients · Plugboard');
    expect(
      await page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]').textContent(),
    ).toContain('Clients');
    await page.getByRole('button', { name: 'Search or run' }).click();
    await page.getByRole('option', { name: 'weather' }).waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('option', { name: 'History', exact: true }).click();
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Theme: System' }).click();
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.locator('html[data-theme=dark]').waitFor();
    expect(await opened.axe()).toEqual([]);
    // The theme is in the document itself: no script has to run before it is drawn in the right colors.
    await saved;
    const document = await page.request.get(`${opened.url}/clients`);
    expect(await document.text()).toContain('data-theme="dark"');
    expect(opened.errors).toEqual([]);
  });

  it('goes to pages and finds things by keyboard', async () => {
    opened = await openPage({ ...typicalHome, path: '/settings', theme: 'dark' });
    const { page } = opened;
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.keyboard.type('gc');
    await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search clients and files' });
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    // In a text field, letters are not shortcuts.
    await page.keyboard.type('gh?');
    expect(await search.inputValue()).toBe('gh?');
    await page.keyboard.press('Control+k');
    const find = page.getByLabel('Find a page, server, tool, client or action');
    await expect.poll(async () => find.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('apro');
    await page.getByRole('option', { name: 'Approvals' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Go to History').waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.type('g,');
    await pressAt(page, page.getByRole('radio', { name: 'On' }), 'ArrowRight');
    await page.getByRole('radio', { name: 'Off', checked: true }).waitFor();
    await page.locator('main').focus();
    await page.keyboard.type('gh');
    await tabTo(page, page.getByRole('radio', { name: 'System' }));
    expect(new URL(page.url()).pathname).toBe('/settings');
    expect(opened.errors).toEqual([]);
  });

  it('keeps the title of the page that is shown when one that was left is loaded later', async () => {
    opened = await openPage(typicalHome);
    const { page } = opened;
    const held = new Promise<Route>((resolve) => {
      void page.route('**/SettingsPage*.js', resolve, { times: 1 });
    });
    await page.goto(`${opened.url}/settings`, { waitUntil: 'commit' });
    const settings = await held;
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /^Clients/ })
      .click();
    await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor();
    expect(await page.title()).toBe('Clients · Plugboard');
    await settings.continue();
    // The router imported it first, so it has handled it when this import ends.
    await page.evaluate(`import(${JSON.stringify(settings.request().url())}).then(() => undefined)`);
    expect(await page.title()).toBe('Clients · Plugboard');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Clients');
    expect(opened.errors).toEqual([]);
  });

  it('keeps what is typed before the palette has been loaded', async () => {
    opened = await openPage({ ...typicalHome, path: '/settings' });
    const { page } = opened;
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    let load: (() => void) | undefined;
    const typed = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route('**/CommandPalette*.js', async (route) => {
      await typed;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    // Alone, `n` leads to the form for a new server.
    await page.keyboard.type('import n');
    load?.();
    const find = page.getByLabel('Find a page, server, tool, client or action');
    await expect.poll(async () => find.inputValue().catch(() => '')).toBe('import n');
    expect(new URL(page.url()).pathname).toBe('/settings');
    await find.fill('import');
    await page.getByRole('option', { name: 'Import servers from clients' }).waitFor();
    await page.keyboard.press('Escape');
    await find.waitFor({ state: 'detached' });
    await page.keyboard.type('n');
    await page.getByRole('heading', { name: 'Add a server' }).waitFor();
  });

  it('fits a phone', async () => {
    opened = await openPage({ ...typicalHome, viewport: 'narrow', path: '/nowhere' });
    const { page } = opened;
    await page.getByText('Page not found').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('button', { name: 'More pages' }).click();
    await page.getByRole('menuitem', { name: 'History' }).waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await opened.axe()).toEqual([]);
  });

  it('says so when the program has ended, and writes nothing then', async () => {
    opened = await openPage({ ...typicalHome, path: '/approvals' });
    const { page } = opened;
    const approve = page.getByRole('button', { name: 'Approve linear' });
    await approve.waitFor();
    await expect.poll(() => approve.isEnabled()).toBe(true);
    await opened.stop();
    await page.getByText('Connection to Plugboard lost.').waitFor();
    await expect.poll(() => approve.isEnabled()).toBe(false);
    expect(await opened.axe()).toEqual([]);
  });

  it('says how to sign in again after a restart, and asks no more until then', async () => {
    opened = await openPage({ ...typicalHome, path: '/servers' });
    const { page, context } = opened;
    await page.getByRole('link', { name: 'weather' }).waitFor();
    const cookies = await context.cookies();
    await context.clearCookies();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /^History/ })
      .click();
    await page.getByText('This tab is signed out').waitFor();
    await page.getByText('plugboard ui --link').first().waitFor();
    expect(await opened.axe()).toEqual([]);
    await context.addCookies(cookies);
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByText('This tab is signed out').waitFor({ state: 'detached' });
  });
});
