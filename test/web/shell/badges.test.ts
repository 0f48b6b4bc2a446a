import { afterEach, describe, expect, it } from 'vitest';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { typicalHome } from '../support/typical-home.ts';

describe('every badge', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  const badge = async (room: string): Promise<number> => {
    const link = opened.page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: new RegExp(`^${room}`) });
    const text = await link.locator('.badge').allTextContents();
    return Number.parseInt(text[0] ?? '0', 10);
  };
  /** The first number of a text in the head of the page, once it is there. */
  const said = async (pattern: RegExp): Promise<number> => {
    const words = opened.page.locator('.page-head').getByText(pattern).first();
    await words.waitFor();
    return Number.parseInt(/\d+/.exec((await words.textContent()) ?? '')?.[0] ?? '0', 10);
  };
  const pages = async (): Promise<void> => {
    const { page } = opened;
    await opened.go('/servers');
    const servers = await said(/^\d+ here/);
    await expect.poll(() => badge('Servers')).toBe(servers);
    await expect.poll(() => page.locator('[data-server]').count()).toBe(servers);
    const chip = page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: /^Out of sync \d+$/ });
    const inList = Number.parseInt(/\d+/.exec((await chip.textContent()) ?? '')?.[0] ?? '', 10);
    await chip.click();
    await expect.poll(() => page.locator('[data-server]').count()).toBe(inList);
    await chip.click();
    await opened.go('/clients/matrix');
    const outOfSync = await said(/out of sync/);
    await expect.poll(() => badge('Clients')).toBe(outOfSync);
    expect(outOfSync).toBe(inList);
    await page.locator('.matrix .cell').first().waitFor();
    await page.getByRole('radio', { name: `Out of sync (${outOfSync})` }).click();
    await expect.poll(() => page.locator('.matrix tr.server').count()).toBe(outOfSync);
    await expect.poll(() => page.locator('.matrix tr.server:has(.cell.warn)').count()).toBe(outOfSync);
    await opened.go('/clients');
    expect(await said(/out of sync/)).toBe(outOfSync);
    await opened.go('/health');
    const issues = await said(/^\d+ issue/);
    await expect.poll(() => badge('Health')).toBe(issues);
    const chips = page.getByRole('group', { name: 'Show' });
    const counts = await Promise.all(
      ['Errors', 'Warnings'].map(async (title) =>
        Number.parseInt(
          /\d+/.exec((await chips.getByRole('button', { name: title }).textContent()) ?? '')?.[0] ?? '',
          10,
        ),
      ),
    );
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(issues);
    // A server in two files has two definitions, so these must not be called servers.
    await page.getByText(/^\d+ definitions in \d+ files checked\./).waitFor();
  };

  it('says what its page says, before and after an import and after a change of another program', async () => {
    // One server that two clients have otherwise: entries and servers are different numbers.
    const windsurf = { mcpServers: { github: { serverUrl: 'https://elder.example/mcp' } } };
    opened = await openPage({
      ...typicalHome,
      files: { ...typicalHome.files, '.codeium/windsurf/mcp_config.json': windsurf },
    });
    const { page } = opened;
    await pages();
    expect(await badge('Clients')).toBe(1);
    await opened.go('/clients/matrix');
    await expect.poll(() => page.locator('.matrix .cell.warn').count()).toBe(2);
    await opened.go('/servers');
    await page.getByRole('button', { name: 'Import all' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Write/ })
      .click();
    // Behind the dialog the heading is hidden from this search.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: /^Found/ }).waitFor({ state: 'detached' });
    await pages();
    opened.write('.cursor/mcp.json', { mcpServers: { github: { url: 'https://third.example/mcp' } } });
    await expect.poll(() => badge('Servers')).toBe(5);
    await pages();
    expect(opened.errors).toEqual([]);
  });

  it('claims nothing while its page is loading, and nothing after an error', async () => {
    opened = await openPage(typicalHome);
    const { page } = opened;
    let answer: (() => void) | undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/matrix', async (route) => {
      await asked;
      await route.fulfill({ status: 500, json: { error: { code: 'unexpected', message: 'It broke.' } } });
    });
    await page.route('**/api/overview/checks', async (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'unexpected', message: 'It broke.' } } }),
    );
    await opened.go('/clients/matrix');
    await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor();
    expect(await page.getByText(/out of sync/).count()).toBe(0);
    answer?.();
    await page.getByText('Cannot show the matrix').waitFor();
    expect(await page.getByText(/out of sync/).count()).toBe(0);
    expect(await badge('Clients')).toBe(0);
    expect(await badge('Health')).toBe(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.matrix .cell').first().waitFor();
    expect(await said(/out of sync/)).toBe(1);
  });

  it('does not count issues of clients that are not installed; they are notes', async () => {
    // The type is wrong for VS Code, which nothing here shows to be installed.
    const wrong = { servers: { odd: { type: 'stdio', command: 'x', args: 'not a list' } } };
    opened = await openPage({ project: { '.vscode/mcp.json': wrong }, path: '/health' });
    const { page } = opened;
    const chip = (title: string) =>
      page.getByRole('group', { name: 'Show' }).getByRole('button', { name: new RegExp(`^${title} \\d`) });
    const figure = async (title: string): Promise<number> =>
      Number.parseInt(/\d+/.exec((await chip(title).textContent()) ?? '')?.[0] ?? '', 10);
    await expect.poll(() => figure('Notes')).toBeGreaterThan(0);
    expect([await figure('Errors'), await figure('Warnings'), await badge('Health')]).toEqual([0, 0, 0]);
    await page.getByRole('main').getByText('args').first().waitFor();
    const before = await figure('Notes');
    // Once the client is here, the same issue counts.
    opened.write('.config/Code/User/mcp.json', { servers: {} });
    await expect.poll(() => badge('Health')).toBeGreaterThan(0);
    // The badge and the page ask for themselves, so one of them may be first.
    await expect.poll(() => figure('Notes')).toBeLessThan(before);
    const counted = async (): Promise<number> => (await figure('Errors')) + (await figure('Warnings'));
    await expect.poll(async () => (await counted()) - (await badge('Health'))).toBe(0);
  });

  it('is the same figure for the tokens of a server wherever they stand', async () => {
    const { fileURLToPath } = await import('node:url');
    const stdio = fileURLToPath(new URL('../../runtime/servers/stdio.mjs', import.meta.url));
    const polite = { command: process.execPath, args: [stdio, 'polite'] };
    const dies = { command: process.execPath, args: [stdio, 'dies at start'] };
    opened = await openPage({ files: { '.cursor/mcp.json': { mcpServers: { polite, dies } } }, path: '/servers' });
    const { page } = opened;
    await page.getByRole('button', { name: 'Test all' }).click();
    await page.getByText('Tested 2, 1 failed').waitFor();
    const tokens = page.locator('[data-server=polite] [data-title=Tokens]');
    await expect.poll(async () => tokens.textContent()).toMatch(/^\d/);
    const figure = (await tokens.textContent()) ?? '';
    await opened.go('/health/cost');
    await page.getByText(`~${figure} tokens, `).first().waitFor();
    // A server that failed was asked.
    await page.getByRole('listitem').filter({ hasText: 'dies' }).getByText('failed').waitFor();
    await opened.go('/servers/polite');
    await page.getByText(`about ${figure}`).waitFor();
    expect(opened.errors).toEqual([]);
  });
});
