import { afterEach, describe, expect, it } from 'vitest';
import { workbench } from '../../api/support/workbench.ts';
import { tabTo } from '../support/keyboard.ts';
import { manyServers } from '../support/many-servers.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';
import { typicalHome } from '../support/typical-home.ts';

const server = { command: 'node', args: ['server.js'] };
const names = Array.from({ length: 24 }, (_, at) => `server-${String(at).padStart(2, '0')}`);
const all = Object.fromEntries(names.map((name) => [name, server]));
const files = {
  '.config/plugboard/plugboard.json': { servers: all },
  '.claude.json': { mcpServers: all },
  '.cursor/mcp.json': { mcpServers: { 'server-00': { ...server, args: ['other.js'] } } },
  '.codex/config.toml': '[mcp_servers.server-00]\ncommand = "node"\nargs = ["server.js"]\nenabled = false\n',
  '.gemini/settings.json': {},
};
const { project } = typicalHome;

describe('the clients of a server in its row', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  const toggle = (name: string, client: string): ReturnType<OpenPage['page']['getByRole']> =>
    opened.page.getByRole('button', { name: new RegExp(`^${name} in ${client}, user:`) });
  const look = async (name: string, client: string): Promise<string> =>
    toggle(name, client).evaluate((one) => {
      const { borderStyle, backgroundImage, backgroundColor, textDecorationLine } = getComputedStyle(one);
      return JSON.stringify([borderStyle, backgroundImage !== 'none', backgroundColor, textDecorationLine]);
    });

  it('are told apart by name and by shape, and stage one review for all changes', async () => {
    opened = await openPage({ files, path: '/servers' });
    const { page, read } = opened;
    await toggle('server-00', 'Cursor').waitFor();
    for (const [client, word] of [
      ['Claude Code', 'In sync'],
      ['Cursor', 'Out of sync'],
      ['Codex', 'Disabled'],
      ['Gemini CLI', 'Missing'],
    ] as const)
      await expect
        .poll(() => toggle('server-00', client).getAttribute('aria-label'))
        .toBe(`server-00 in ${client}, user: ${word}`);
    const clients = ['Claude Code', 'Cursor', 'Codex', 'Gemini CLI'];
    const looks = await Promise.all(clients.map((client) => look('server-00', client)));
    expect(new Set(looks).size).toBe(4);
    await toggle('server-00', 'Gemini CLI').click();
    await toggle('server-01', 'Claude Code').click();
    await page.getByText('2 changes in 2 files').waitFor();
    await page.getByText('server-00 → Gemini CLI · server-01 off in Claude Code').waitFor();
    await expect.poll(() => toggle('server-00', 'Gemini CLI').getAttribute('aria-pressed')).toBe('true');
    expect(await opened.axe()).toEqual([]);
    // Again, and it is not staged any longer.
    await toggle('server-01', 'Claude Code').click();
    await page.getByText('1 change in 1 file').waitFor();
    // What is staged stays while somebody looks at the matrix.
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /^Clients/ })
      .click();
    await page.getByRole('link', { name: 'Matrix' }).click();
    await page.getByText('1 change in 1 file').waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByRole('button', { name: 'server-02 in all clients' }).click();
    await page.getByText('4 changes in 3 files').waitFor();
    await page.getByRole('button', { name: 'Review and write' }).click();
    await page.getByRole('button', { name: 'Write 3 files' }).click();
    await expect.poll(() => read('.gemini/settings.json')).toContain('server-02');
    expect(read('.gemini/settings.json')).toContain('server-00');
    // The files of a plan are replaced one after the other.
    await expect.poll(() => read('.codex/config.toml')).toContain('server-02');
    await expect.poll(async () => page.getByText('Staged changes').count()).toBe(0);
    expect(opened.errors).toEqual([]);
  });

  it('show twelve servers at once, and take no more than eight tab stops before the first', async () => {
    opened = await openPage({ files, project, path: '/servers' });
    const { page } = opened;
    await toggle('server-11', 'Cursor').waitFor();
    await page.getByRole('region', { name: 'Approvals' }).waitFor();
    const rows = await page
      .locator('[data-server]')
      .evaluateAll(
        (found) => found.map((row) => row.getBoundingClientRect()).filter(({ bottom }) => bottom <= innerHeight).length,
      );
    expect(rows).toBeGreaterThanOrEqual(12);
    const first = page.locator('[data-server]').first();
    let stops = 0;
    for (; stops < 20; stops += 1) {
      await page.keyboard.press('Tab');
      if (await first.evaluate((row) => row.contains(document.activeElement))) break;
    }
    expect(stops).toBeLessThanOrEqual(8);
    // The clients of a row are one stop; arrow keys go on.
    await tabTo(page, toggle('server-00', 'Claude Code').or(page.locator('.toggle')).first());
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-at'))).toBe('1');
    expect(await sidewaysScroll(page)).toBe(0);
  });

  it('go through without the catalog: what one client has is put into another', async () => {
    opened = await openPage({
      files: { '.cursor/mcp.json': { mcpServers: { one: server } }, '.gemini/settings.json': {} },
    });
    const { page, read } = opened;
    await toggle('one', 'Gemini CLI').click();
    await page.getByRole('button', { name: 'Review and write' }).click();
    await page.getByRole('button', { name: 'Write 1 file' }).click();
    await expect.poll(() => read('.gemini/settings.json')).toContain('server.js');
  });
});

describe('the matrix', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('fits twelve columns, stays where it is, and applies a row or a column at once', async () => {
    opened = await openPage({ files: manyServers(3), path: '/clients/matrix' });
    const { page } = opened;
    await page.locator('.matrix .cell').first().waitFor();
    const widths = async (): Promise<number[]> =>
      page
        .locator('.matrix thead th')
        .evaluateAll((found) => found.map((one) => Math.round(one.getBoundingClientRect().width)));
    const before = await widths();
    expect(before).toHaveLength(13);
    const overflow = await page.locator('.scroller').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    expect(overflow).toBe(0);
    await page.getByRole('button', { name: 'All servers in Cursor, user' }).click();
    await page.getByText('2 changes in 1 file').waitFor();
    await page.getByRole('button', { name: 'server-001 in all clients' }).click();
    await page.getByText(/^13 changes in 12 files$/).waitFor();
    expect(await widths()).toEqual(before);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('region', { name: 'Staged changes' }).waitFor({ state: 'detached' });
  });

  it('leaves empty cells empty until somebody points at them', async () => {
    opened = await openPage({ files, path: '/clients/matrix' });
    const { page } = opened;
    const cell = page.getByRole('button', { name: 'server-05 in Cursor, user: Missing' });
    await cell.waitFor();
    const sign = async (): Promise<string> => cell.locator('svg').evaluate((one) => getComputedStyle(one).opacity);
    expect(await sign()).toBe('0');
    await cell.hover();
    expect(await sign()).toBe('1');
    await page.mouse.move(0, 0);
    await cell.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(await sign()).toBe('1');
  });
});

describe('a newcomer', () => {
  it('sees why a server fails, fixes it, puts it into three clients and undoes it with at most 12 clicks', async () => {
    const opened = await openPage({
      files: {
        '.cursor/mcp.json': { mcpServers: { bench: { command: 'env', args: [workbench] } } },
        '.claude.json': {},
        '.codex/config.toml': '',
        '.gemini/settings.json': {},
      },
    });
    const { page, read } = opened;
    let clicks = 0;
    const click = async (
      name: string | RegExp,
      role: 'button' | 'link' | 'menuitem' | 'textbox' = 'button',
    ): Promise<void> => {
      await page.getByRole(role, { name, exact: true }).first().click();
      clicks += 1;
    };
    await click('Test all');
    // The reason stands in the row.
    await page
      .locator('[data-server=bench]')
      .getByText(/ermission denied/)
      .waitFor();
    await click('Actions for bench');
    await click('Edit', 'menuitem');
    await click('Command', 'textbox');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(process.execPath);
    await click('Review and save');
    await click('Write 1 file');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await click(/^Servers/, 'link');
    await page.locator('[data-server=bench] .toggle').first().waitFor();
    await click('bench in all clients');
    await click('Review and write');
    await click(/^Write \d files$/);
    await expect.poll(() => read('.gemini/settings.json')).toContain('workbench');
    for (const file of ['.claude.json', '.codex/config.toml']) expect(read(file)).toContain('workbench');
    // The message of the last change, beside that of the repair.
    const message = page.getByRole('region', { name: 'Messages' }).getByRole('listitem').filter({ hasText: '.gemini' });
    await message.getByRole('button', { name: 'Undo' }).click();
    clicks += 1;
    await expect.poll(() => read('.gemini/settings.json')).not.toContain('workbench');
    expect(clicks).toBeLessThanOrEqual(12);
    expect(opened.errors).toEqual([]);
  });
});
