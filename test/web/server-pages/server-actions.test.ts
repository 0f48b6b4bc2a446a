import { afterEach, describe, expect, it } from 'vitest';
import { workbench } from '../../api/support/workbench.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';

const bench = { command: process.execPath, args: [workbench] };
const files = { '.cursor/mcp.json': { mcpServers: { bench } }, '.gemini/settings.json': {} };

describe('the actions for a server', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('are those that apply; it is duplicated, and copying marks where it is', async () => {
    opened = await openPage({ files, path: '/servers/bench' });
    const { page, read } = opened;
    await page.getByRole('button', { name: 'Actions for bench' }).click();
    await page.getByRole('menuitem', { name: 'Start' }).waitFor();
    for (const absent of ['Stop', 'Restart', 'Sign in', 'Sign out', 'Enable'])
      expect([absent, await page.getByRole('menuitem', { name: absent, exact: true }).count()]).toEqual([absent, 0]);
    await page.getByRole('menuitem', { name: 'Copy to…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('listitem').filter({ hasText: 'Cursor' }).getByText('Already there').waitFor();
    await expect.poll(() => dialog.getByText('Already there').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for bench' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate…' }).click();
    await expect.poll(() => dialog.getByLabel('Name of the copy').inputValue()).toBe('bench-2');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Write 1 file' }).click();
    await page.getByRole('heading', { name: 'bench-2', level: 1 }).waitFor();
    expect(read('.cursor/mcp.json')).toContain('bench-2');
    expect(opened.errors).toEqual([]);
  });

  it('and everything else are found in the palette; messages pass beside a call', async () => {
    opened = await openPage({ files, path: '/servers' });
    const { page } = opened;
    await page.getByRole('button', { name: 'Test all' }).click();
    await page.getByText('Tested 1, all passed').waitFor();
    const find = async (text: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByLabel('Find a page, server, tool, client or action').fill(text);
    };
    await find('import');
    await page.getByRole('option', { name: 'Import servers from clients' }).waitFor();
    await page.keyboard.press('Escape');
    await find('Gemini');
    await page.getByRole('option', { name: /Gemini CLI installed/ }).waitFor();
    await page.keyboard.press('Escape');
    await find('echo');
    await page.getByRole('option', { name: /echo bench/ }).click();
    await page.getByRole('textbox', { name: 'message' }).fill('hi');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const protocol = page.getByRole('region', { name: 'Protocol' });
    await protocol.getByRole('button', { name: /sent tools\/call request/ }).click();
    await expect.poll(() => protocol.getByLabel('Message tools/call').textContent()).toContain('"message": "hi"');
    await protocol.getByRole('button', { name: 'Copy tools/call' }).waitFor();
    await protocol.getByRole('button', { name: /received tools\/call response/ }).waitFor();
    await protocol.getByRole('button', { name: 'Copy all' }).waitFor();
    expect(await opened.axe()).toEqual([]);
    expect(opened.errors).toEqual([]);
  });
});
