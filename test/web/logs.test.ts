import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { logEvent } from '../../src/model/log-event.ts';
import { nodeHost } from '../../src/store/host/node-host.ts';
import { appendServerLog } from '../../src/store/logs/server-logs.ts';
import { benchServer, secret } from '../api/support/workbench.ts';
import { pressAt, tabTo, typeAt } from './support/keyboard.ts';
import { openPage, type OpenPage } from './support/open-page.ts';

const files = { '.cursor/mcp.json': { mcpServers: { bench: benchServer } } };

/** As another program that uses servers writes it. */
function note(open: OpenPage, server: string, text: string, level: 'info' | 'error' = 'info'): void {
  const env = { ...process.env, HOME: open.home, XDG_STATE_HOME: `${open.home}/.local/state` };
  appendServerLog({ ...nodeHost(), home: open.home, env }, { server, level, ...logEvent('stderr', text) });
}

const options = (open: OpenPage): ReturnType<OpenPage['page']['getByRole']> =>
  open.page.getByRole('listbox', { name: 'Log lines' }).getByRole('option');

describe('the logs', () => {
  it('show what happens as it happens, folded, filtered, in full, and exported without secrets', async () => {
    const open = await openPage({ files, path: '/logs' });
    const { page } = open;
    await page.getByText('No log lines yet').waitFor();
    expect(await open.axe()).toEqual([]);
    const sent = { kind: 'tool', server: 'bench', tool: 'secret', arguments: {} };
    const post = async (body: object): Promise<void> =>
      page.evaluate(async (text) => {
        const headers = { 'content-type': 'application/json', 'x-plugboard': '1' };
        await (await fetch('/api/calls', { method: 'POST', headers, body: text })).text();
      }, JSON.stringify(body));
    await post(sent);
    const called = options(open).filter({ hasText: 'tools/call' });
    await called.filter({ hasText: ' ms' }).waitFor();
    await called.click();
    const detail = page.getByRole('region', { name: 'Selected line' });
    await detail.getByText(/Response after \d+ ms/).waitFor();
    expect(await open.axe()).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => called.count()).toBe(2);
    await page.getByRole('button', { name: 'stderr' }).click();
    await expect.poll(async () => options(open).count()).toBe(1);
    await page.getByRole('button', { name: 'stderr' }).click();
    await page.getByLabel('Search lines').fill('(');
    await page.getByLabel('Regular expression').check();
    await page.getByText(/Invalid regular expression/).waitFor();
    await page.getByLabel('Search lines').fill('^connec(ted|ting)');
    await expect.poll(async () => options(open).count()).toBe(2);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export shown lines' }).click(),
    ]);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toMatch(/\tbench\tinfo\tevent\tconnected\n/);
    expect(text.trim().split('\n')).toHaveLength(2);
    expect(open.errors).toEqual([]);
    expect(await open.leaksOf([secret])).toEqual([]);
    await open.close();
  });

  it('stay smooth with very many lines, pause, count new lines, and support the keyboard', async () => {
    const open = await openPage({ files });
    const { page } = open;
    for (let server = 0; server < 10; server += 1)
      for (let count = 0; count < 700; count += 1) note(open, `server-${server}`, `line ${count} of ${server}`);
    await open.go('/logs');
    await page.getByText('5,000 of 5,000 lines').waitFor();
    await page.getByRole('button', { name: 'Load older lines' }).click();
    await page.getByText('7,000 of 7,000 lines').waitFor();
    expect(await options(open).count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Pause' }).click();
    note(open, 'server-1', 'one more', 'error');
    await page.getByRole('button', { name: '1 new' }).click();
    await options(open).filter({ hasText: 'one more' }).waitFor();
    await pressAt(page, page.getByRole('button', { name: 'server-1', exact: true }), 'Enter');
    await page.getByText('701 of 7,001 lines').waitFor();
    await typeAt(page, page.getByLabel('Search lines'), 'one more');
    await page.getByText('1 of 7,001 lines').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.getByText('701 of 7,001 lines').waitFor();
    await tabTo(page, page.getByRole('listbox', { name: 'Log lines' }));
    await page.keyboard.press('Home');
    await options(open).filter({ hasText: 'line 0 of 1' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('region', { name: 'Selected line' }).getByText('one more').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    await open.go('/logs?server=server-1');
    await options(open).filter({ hasText: 'one more' }).click();
    expect(await open.axe()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(open.errors).toEqual([]);
  });

  it('hold a hundred thousand lines, of which only those in view are drawn', async () => {
    const open = await openPage({ files });
    const { page } = open;
    const at = '2026-01-01T00:00:00.000Z';
    const line = (id: number): object => ({
      id,
      at,
      server: 'busy',
      level: 'info',
      stream: 'stderr',
      text: `row ${id}`,
    });
    const parts = Array.from({ length: 20 }, (_, part) =>
      Array.from({ length: 5000 }, (_, n) => line(part * 5000 + n + 1)),
    );
    const told = parts.map((lines) => `event: log\ndata: ${JSON.stringify({ type: 'log', lines })}\n\n`).join('');
    let isTold = false;
    // So many at once no server writes; the page gets them as if one did, and then nothing more.
    await page.route('**/api/events*', async (route) => {
      if (isTold) return route.abort();
      isTold = true;
      return route.fulfill({ contentType: 'text/event-stream', body: `retry: 600000\n\n${told}` });
    });
    await open.go('/logs');
    // So many are much work for a browser on a busy machine.
    await page.getByText('100,000 of 100,000 lines').waitFor({ timeout: 120_000 });
    expect(await options(open).count()).toBeLessThan(60);
    const list = page.getByRole('listbox', { name: 'Log lines' });
    await tabTo(page, list);
    await page.keyboard.press('Home');
    await options(open)
      .filter({ hasText: /row 1$/ })
      .waitFor();
    await page.keyboard.press('End');
    await options(open).filter({ hasText: 'row 100000' }).waitFor();
    await page.getByLabel('Search lines').fill('row 54321');
    await page.getByText('1 of 100,000 lines').waitFor();
  });
});
