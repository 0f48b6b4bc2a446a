import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';

const stdio = fileURLToPath(new URL('../../runtime/servers/stdio.mjs', import.meta.url));
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
    await expect.poll(() => page.getByRole('table', { name: 'Tools of tool' }).getByRole('row').count()).toBe(2);
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

  it('can have any name, and is found after a rename was undone', async () => {
    const turned = 'a\u202egnp.exe';
    const files = {
      '.claude.json': {
        mcpServers: {
          new: { command: 'echo', args: ['--port', '${PLUGBOARD_TEST_PORT:-8080}'] },
          [turned]: { command: 'echo', args: ['\u202eevil'] },
        },
      },
      '.claude/settings.json': { permissions: { allow: ['mcp__new__run'] } },
    };
    opened = await openPage({ files, path: '/servers/new/configuration' });
    const { page, read } = opened;
    await page.getByRole('heading', { name: 'new', level: 1 }).waitFor();
    await page.getByText('PLUGBOARD_TEST_PORT is not set, the default is 8080').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('old');
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('heading', { name: 'Still referenced' }).waitFor();
    await page.getByRole('button', { name: 'Rename them too' }).click();
    await page.getByRole('button', { name: 'Write 2 files' }).click();
    await page.getByRole('heading', { name: 'old', level: 1 }).waitFor();
    expect(read('.claude/settings.json')).toContain('mcp__old__run');
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'new', level: 1 }).waitFor();
    // The files of an undo are replaced one after the other.
    await expect.poll(() => read('.claude/settings.json')).toContain('mcp__new__run');
    // A character that turns text around is shown as what it is, at every address.
    for (const path of ['/servers', `/servers/${encodeURIComponent(turned)}`, '/clients/matrix', '/tools', '/health']) {
      await opened.go(path);
      if (path !== '/health' && path !== '/tools') await page.getByText('a\\u202egnp.exe').first().waitFor();
      else await page.getByRole('heading', { level: 1 }).waitFor();
      expect([path, (await page.locator('body').innerText()).includes('\u202e')]).toEqual([path, false]);
    }
    expect(opened.errors).toEqual([]);
  });
});
