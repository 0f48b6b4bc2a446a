import { afterEach, describe, expect, it } from 'vitest';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';
import { typicalHome } from '../support/typical-home.ts';

const rooms = ['Servers', 'Clients', 'Tools', 'Logs', 'Health', 'Sets', 'History'];

describe('the rooms', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('are seven, and old addresses lead to them with their filters', async () => {
    opened = await openPage(typicalHome);
    const { page } = opened;
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link').first().waitFor();
    const titles = await pages.getByRole('link').locator('.title').allTextContents();
    expect(titles).toEqual(rooms);
    for (const [before, now] of [
      ['/', '/servers'],
      ['/overview', '/servers'],
      ['/servers?q=a', '/servers?q=a'],
      ['/matrix', '/clients/matrix'],
      ['/map?q=a', '/clients/map?q=a'],
      ['/tools', '/tools'],
      ['/logs', '/logs'],
      ['/clients', '/clients'],
      ['/doctor', '/health'],
      ['/cost', '/health/cost'],
      ['/sets', '/sets'],
      ['/history', '/history'],
      ['/approvals', '/approvals'],
      ['/settings', '/settings'],
    ] as const) {
      await opened.go(before);
      await page.waitForURL(opened.url + now);
      await page.getByRole('main').locator('h1').first().waitFor();
      expect([before, await page.getByText('Page not found').count()]).toEqual([before, 0]);
    }
    // The form had this address before; links to it must not open an error page.
    await opened.go('/servers/new');
    await page.waitForURL(`${opened.url}/add`);
    await page.getByRole('heading', { name: 'Add a server' }).waitFor();
    expect(opened.errors).toEqual([]);
  });

  it('let a server be named like a page', async () => {
    const named = { new: { command: 'x' }, add: { command: 'y' }, matrix: { command: 'z' } };
    opened = await openPage({ files: { '.cursor/mcp.json': { mcpServers: named } }, path: '/servers' });
    const { page } = opened;
    for (const name of Object.keys(named)) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`${opened.url}/servers/${name}`);
      await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
      await page.getByRole('link', { name: 'Servers', exact: true }).last().click();
    }
    expect(opened.errors).toEqual([]);
  });

  it('announce approvals on every page but their own, with the same number', async () => {
    opened = await openPage({ ...typicalHome, path: '/tools' });
    const { page } = opened;
    const banner = page.getByRole('region', { name: 'Approvals' });
    await banner.getByText('2 servers from this project need approval').waitFor();
    await banner.getByText('linear, notes').waitFor();
    await banner.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('radio', { name: 'Needs approval (2)' }).waitFor();
    expect(await banner.count()).toBe(0);
    await page.getByRole('button', { name: 'Approve linear' }).click();
    await page.getByRole('radio', { name: 'Needs approval (1)' }).waitFor();
    await page.keyboard.type('gt');
    await banner.getByText('1 server from this project needs approval').waitFor();
    expect(opened.errors).toEqual([]);
  });

  it('can be used by everybody at every address, in both themes', async () => {
    opened = await openPage(typicalHome);
    const { page } = opened;
    const addresses = [
      '/servers',
      '/add',
      '/servers/github',
      '/servers/github/configuration',
      '/servers/github/logs',
      '/clients',
      '/clients/matrix',
      '/clients/map',
      '/tools',
      '/logs',
      '/health',
      '/health/cost',
      '/sets',
      '/history',
      '/approvals',
      '/settings',
      '/nowhere',
    ];
    for (const address of addresses) {
      await opened.go(address);
      await page.getByRole('main').locator('h1, h2').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect([address, await opened.axe()]).toEqual([address, []]);
      expect([address, await sidewaysScroll(page)]).toEqual([address, 0]);
    }
    expect(opened.errors).toEqual([]);
  });
});
