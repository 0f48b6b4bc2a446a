import { afterEach, describe, expect, it } from 'vitest';
import { pressAt, tabTo } from '../support/keyboard.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';
import { seededSecret, typicalHome } from '../support/typical-home.ts';

const catalog = '.config/plugboard/plugboard.json';

describe('importing into the catalog', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('imports everything by mouse, and takes it back', async () => {
    opened = await openPage(typicalHome);
    const { page } = opened;
    await page.getByRole('heading', { name: /^Found \d+ servers in \d clients$/ }).waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('button', { name: 'Import all' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('group', { name: /Changes in/ }).waitFor();
    expect(await opened.axe()).toEqual([]);
    await dialog.getByRole('button', { name: /^Write/ }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(opened.read(catalog)).toContain('weather');
    await page.getByRole('heading', { name: /^Found/ }).waitFor({ state: 'detached' });
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: /^Found/ }).waitFor();
    expect(() => opened.read(catalog)).toThrow('ENOENT');
    expect(await opened.leaksOf([seededSecret])).toEqual([]);
    expect(opened.errors).toEqual([]);
  });

  it('is offered again when the catalog has servers, with references for secrets', async () => {
    const token = `ghp_${'a1B2c3D4'.repeat(5)}`.slice(0, 40);
    opened = await openPage({
      files: {
        [catalog]: { servers: { known: { command: 'echo' } } },
        '.cursor/mcp.json': { mcpServers: { later: { command: 'echo', env: { GITHUB_TOKEN: token } } } },
      },
    });
    const { page } = opened;
    await page.getByRole('button', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Select servers to import' });
    await dialog.getByRole('checkbox', { name: 'Select later' }).waitFor();
    await expect.poll(() => dialog.getByRole('checkbox', { name: 'Select known' }).isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Review 1 server' }).click();
    await page.getByText('1 secret would be written in plain text.').waitFor();
    await page.getByRole('button', { name: 'Write references instead' }).click();
    await page.getByText(/^Set these variables before/).waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('button', { name: 'Write 1 file' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(opened.read(catalog)).toContain('${GITHUB_TOKEN}');
    expect(opened.errors).toEqual([]);
  });

  it('imports the selected servers by keyboard', async () => {
    opened = await openPage({ ...typicalHome, theme: 'dark' });
    const { page } = opened;
    await pressAt(page, page.getByRole('button', { name: 'Choose…' }), 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Select servers to import' });
    await pressAt(page, dialog.getByRole('checkbox', { name: 'Select all rows shown' }), 'Space');
    await pressAt(page, dialog.getByRole('checkbox', { name: 'Select weather' }), 'Space');
    expect(await opened.axe()).toEqual([]);
    await pressAt(page, dialog.getByRole('button', { name: 'Review 1 server' }), 'Enter');
    await page.getByRole('group', { name: /Changes in/ }).waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).waitFor();
    expect(opened.read(catalog)).toContain('weather');
    expect(opened.read(catalog)).not.toContain('github');
    await page.keyboard.press('u');
    await tabTo(page, page.getByRole('button', { name: 'Import all' }));
    expect(opened.errors).toEqual([]);
  });

  it('shows both sides when a file is changed before it is written', async () => {
    opened = await openPage({ ...typicalHome, viewport: 'narrow', theme: 'dark' });
    const { page } = opened;
    await page.getByRole('button', { name: 'Import all' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('group', { name: /Changes in/ }).waitFor();
    opened.write(catalog, { servers: { 'by-hand': { transport: 'stdio', command: 'echo' } } });
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('A file changed in the meantime.').waitFor();
    await dialog.getByText('by-hand').first().waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await opened.axe()).toEqual([]);
    await pressAt(page, dialog.getByRole('radio', { name: 'Current' }), 'ArrowRight');
    await dialog.getByText('by-hand').first().waitFor({ state: 'detached' });
    await tabTo(page, dialog.getByRole('radio', { name: 'Reviewed before' }));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(opened.read(catalog)).toContain('by-hand');
    expect(opened.read(catalog)).toContain('weather');
    expect(opened.errors).toEqual([]);
  });

  it('says what to do when there is nothing at all', async () => {
    opened = await openPage({ viewport: 'narrow' });
    const { page } = opened;
    await page.getByRole('link', { name: 'Add a server' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await opened.axe()).toEqual([]);
    // A file that another program writes shows at once.
    opened.write('.cursor/mcp.json', typicalHome.files['.cursor/mcp.json']);
    await page.getByRole('heading', { name: 'Found 2 servers in 1 client' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(opened.errors).toEqual([]);
  });
});
