import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, type OpenPage } from './support/open-page.ts';
import { sidewaysScroll } from './support/page-width.ts';

const stdio = fileURLToPath(new URL('../runtime/servers/stdio.mjs', import.meta.url));
const home = {
  files: {
    '.cursor/mcp.json': { mcpServers: { tool: { command: process.execPath, args: [stdio, 'polite'], retries: 4 } } },
    '.codex/config.toml': '[mcp_servers.another]\ncommand = "x"\n',
  },
};

describe('one server', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('has a page of its own with everything about it', async () => {
    opened = await openPage({ ...home, path: '/servers/tool' });
    const { page } = opened;
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('heading', { name: 'Server info' }).waitFor();
    await page.getByRole('heading', { name: 'Recent events' }).waitFor();
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('tab', { name: 'Tools' }).click();
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('ech');
    expect(await page.getByRole('table', { name: 'Tools of tool' }).getByRole('row').count()).toBe(2);
    await page.getByRole('tab', { name: 'Logs' }).click();
    await page.getByRole('tabpanel').getByRole('listbox', { name: 'Log lines' }).waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('tab', { name: 'Clients' }).click();
    const codex = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Codex', exact: true }) });
    await codex.getByText('Preview').click();
    await codex.getByText('[mcp_servers.tool]').waitFor();
    await codex
      .getByText(/^retries/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('No changes yet').waitFor();
    expect(new URL(page.url()).pathname).toBe('/servers/tool/history');
    await opened.go('/servers/nobody');
    await page.getByText('No server named nobody').waitFor();
    expect(opened.errors).toEqual([]);
  });

  it('is tried before it is saved, once its command has been seen', async () => {
    opened = await openPage({ ...home, path: '/servers/tool/configuration', viewport: 'narrow' });
    const { page } = opened;
    await page.getByRole('button', { name: 'Test before saving' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test tool' });
    await dialog.getByRole('button', { name: 'Run once' }).or(dialog.getByText('Connected in')).first().waitFor();
    if ((await dialog.getByText('Connected in').count()) === 0) {
      expect(await opened.axe()).toEqual([]);
      await dialog.getByRole('button', { name: 'Run once' }).click();
    }
    await dialog.getByRole('list', { name: 'Tools' }).getByText('echo').waitFor();
    expect(await opened.axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('textbox', { name: 'Command' }).fill('no-such-program-anywhere');
    await page.getByRole('button', { name: 'Test before saving' }).click();
    await dialog.getByRole('button', { name: 'Run once' }).click();
    await dialog.getByText('Connection failed').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(opened.read('.cursor/mcp.json')).not.toContain('no-such-program');
    expect(opened.errors).toEqual([]);
  });
});
