import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { pressAt, tabTo } from '../support/keyboard.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';

const stdio = fileURLToPath(new URL('../../runtime/servers/stdio.mjs', import.meta.url));
const home = {
  files: {
    '.cursor/mcp.json': {
      mcpServers: {
        polite: { command: process.execPath, args: [stdio, 'polite'] },
        dies: { command: process.execPath, args: [stdio, 'dies at start'] },
        weather: { url: 'https://weather.example/mcp' },
      },
    },
    '.claude.json': { mcpServers: { weather: { type: 'http', url: 'https://weather.example/mcp' } } },
  },
  project: { '.mcp.json': { mcpServers: { weather: { type: 'sse', url: 'https://project.example/sse' } } } },
};

describe('the servers', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  const shown = async (): Promise<string[]> => opened.page.locator('[data-name-link]').allTextContents();

  it('are searched, filtered and sorted; reasons and shadows are explained', async () => {
    opened = await openPage({ ...home, path: '/servers' });
    const { page } = opened;
    await page.getByText('3 here').waitFor();
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    const test = async (name: string): Promise<void> => {
      await row(name)
        .getByRole('button', { name: `Actions for ${name}` })
        .click();
      await page.getByRole('menuitem', { name: 'Test' }).click();
    };
    await row('weather').getByText('1 shadowed definition').waitFor();
    await row('weather')
      .getByRole('button', { name: /Why about weather$/ })
      .click();
    const definitions = page.getByRole('list', { name: 'Definitions of weather' });
    await definitions.getByText('Shadowed', { exact: true }).waitFor();
    await expect.poll(() => definitions.getByText('~/.claude.json').count()).toBe(1);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'stdio 2' }).click();
    await page.getByText('2 of 3').waitFor();
    expect(await shown()).toEqual(['dies', 'polite']);
    await page.getByRole('button', { name: 'Server', exact: true }).click();
    expect(await shown()).toEqual(['polite', 'dies']);
    await page.getByRole('searchbox', { name: 'Search servers' }).fill('nobody');
    await page.getByText('No server matches').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await shown()).toHaveLength(3);
    await test('polite');
    await row('polite').getByText('Connected').waitFor();
    await test('dies');
    await row('dies').getByText('Failed').waitFor();
    // What the program said stands in place of its exit code.
    await row('dies')
      .getByRole('button', { name: /^a second line.*Why about dies$/ })
      .click();
    await page.getByLabel('Last output of dies').getByText('cannot start').waitFor();
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    expect(await opened.axe()).toEqual([]);
    expect(opened.errors).toEqual([]);
  });

  it('are tested, copied and switched off several at once, without a mouse', async () => {
    opened = await openPage({ ...home, project: {}, path: '/servers' });
    const { page } = opened;
    await page.getByText('3 here').waitFor();
    await pressAt(page, page.getByRole('checkbox', { name: 'Select all rows shown' }), 'Space');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('stdio.mjs');
    await page.getByText('2 selected').waitFor();
    await page.getByText('1 more hidden by the filter, not included').waitFor();
    await pressAt(page, page.getByRole('button', { name: 'Test', exact: true }), 'Enter');
    await page.getByText('Tested 2, 1 failed').waitFor();
    await pressAt(page, page.getByRole('button', { name: 'Copy to…' }), 'Enter');
    await page
      .getByRole('dialog')
      .getByRole('checkbox', { name: /^Claude Code/ })
      .first()
      .waitFor();
    expect(await opened.axe()).toEqual([]);
    await pressAt(
      page,
      page
        .getByRole('dialog')
        .getByRole('checkbox', { name: /^Claude Code/ })
        .first(),
      'Space',
    );
    await pressAt(page, page.getByRole('button', { name: 'Review', exact: true }), 'Enter');
    await page.getByRole('button', { name: 'Write 1 file' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => opened.read('.claude.json')).toContain('dies at start');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await pressAt(page, page.getByRole('button', { name: 'Disable', exact: true }), 'Enter');
    await page.getByRole('button', { name: /^Write/ }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-server=dies]').getByText('Disabled', { exact: true }).waitFor();
    // The list may hear of it before the dialog does, and only its message can be undone.
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await page.locator('[data-server=dies]').getByText('Disabled', { exact: true }).waitFor({ state: 'detached' });
    // Row by row: the next one, choose, open.
    await page.locator('main').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('polite');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'polite', level: 1 }).waitFor();
    await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Tools of polite' }).getByText('echo').waitFor();
    expect(page.url()).toMatch(/\/servers\/polite\/tools$/);
    expect(await opened.axe()).toEqual([]);
    expect(opened.errors).toEqual([]);
  });

  it('fit a phone, also when there are none', async () => {
    opened = await openPage({ ...home, viewport: 'narrow', theme: 'dark', path: '/servers' });
    const { page } = opened;
    await page.getByText('3 here').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await opened.axe()).toEqual([]);
    opened.write('.cursor/mcp.json', {});
    opened.write('.claude.json', {});
    opened.write('project/.mcp.json', {});
    await page.getByText('No servers yet').waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('link', { name: 'Add a server' }).first().click();
    await page.getByRole('textbox', { name: 'Paste anything' }).waitFor();
    expect(opened.errors).toEqual([]);
  });
});
