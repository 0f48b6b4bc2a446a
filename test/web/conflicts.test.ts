import { beforeAll, describe, expect, it } from 'vitest';
import { pressAt, tabTo } from './support/keyboard.ts';
import { openPage, type OpenPage } from './support/open-page.ts';

const catalog = '.config/plugboard/plugboard.json';
const [cursor, gemini] = ['.cursor/mcp.json', '.gemini/settings.json'];
const names = ['Beta', 'alpha', 'gamma'];
const inCatalog = (args: string): object => ({
  servers: Object.fromEntries(
    names.map((name) => [name, { command: 'node', args: [args], targets: ['cursor', 'gemini-cli'] }]),
  ),
  profiles: { review: { servers: ['alpha'] } },
});
const inClient = (args: string, more: object = {}): object => ({
  mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'node', args: [args] }])),
  ...more,
});

let open: OpenPage;
beforeAll(async () => {
  open = await openPage({
    files: { [catalog]: inCatalog('old'), [cursor]: { mcpServers: {} }, [gemini]: { theme: 'x' } },
    path: '/clients/matrix',
  });
});

const cell = (name: string, client: string): ReturnType<OpenPage['page']['getByRole']> =>
  open.page.getByRole('button', { name: new RegExp(`^${name} in ${client}, user:`) });
const said = async (name: string, client: string): Promise<string | null> => cell(name, client).textContent();

async function write(files: number): Promise<void> {
  const { page } = open;
  await page.getByRole('button', { name: 'Review and write' }).click();
  await page.getByRole('button', { name: `Write ${files} file${files === 1 ? '' : 's'}` }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('a conflict', () => {
  it('shows the last synced value, the catalog and the client in three columns', async () => {
    const { page } = open;
    for (const client of ['Cursor', 'Gemini CLI'])
      await page.getByRole('button', { name: `All servers in ${client}, user` }).click();
    await write(2);
    await expect.poll(() => said('alpha', 'Cursor')).toContain('In sync');
    open.write(cursor, inClient('of-cursor'));
    open.write(gemini, inClient('of-gemini', { theme: 'x' }));
    open.write(catalog, inCatalog('of-catalog'));
    await expect.poll(() => said('alpha', 'Gemini CLI')).toContain('Conflict');
    await expect.poll(() => said('alpha', 'Cursor')).toContain('Conflict');
    await cell('alpha', 'Cursor').click();
    const shown = page.getByRole('dialog', { name: 'alpha in Cursor' });
    await shown.getByRole('row', { name: 'Field Last synced Catalog Cursor' }).waitFor();
    const args = await shown.getByRole('row', { name: /^args/ }).textContent();
    expect(args).toMatch(/\["old"\].*\["of-catalog"\]\s*changed.*\["of-cursor"\]\s*changed/s);
    expect(await open.axe()).toEqual([]);
    for (const name of ['Write to client', 'Import into catalog', 'Keep for this client'])
      await expect.poll(() => shown.getByRole('button', { name }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText('3 servers out of sync').count()).toBeGreaterThan(0);
  });

  it('is settled for a row, a column and a cell, all in one review and one undo', async () => {
    const { page, read } = open;
    const all = [catalog, cursor, gemini];
    const before = all.map((file) => read(file));
    const choose = async (menu: string, item: RegExp): Promise<void> => {
      await page.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Differences of Gemini CLI, user', /^Prefer the catalog \(3\)/);
    await choose('Differences of Beta', /^Keep for the client alone \(2\)/);
    await cell('alpha', 'Cursor').click();
    await page.getByRole('button', { name: 'Import into catalog' }).click();
    await page.getByText('5 changes in 2 files').waitFor();
    await write(2);
    expect(JSON.parse(read(catalog))).toMatchObject({
      servers: {
        Beta: {
          args: ['of-catalog'],
          clients: { cursor: { args: ['of-cursor'] }, 'gemini-cli': { args: ['of-gemini'] } },
        },
        alpha: { args: ['of-cursor'] },
        gamma: { args: ['of-catalog'] },
      },
    });
    expect(JSON.parse(read(gemini))).toMatchObject({
      theme: 'x',
      mcpServers: { Beta: { args: ['of-gemini'] }, alpha: { args: ['of-cursor'] }, gamma: { args: ['of-catalog'] } },
    });
    await expect.poll(() => said('Beta', 'Cursor')).toContain('In sync');
    expect(await said('gamma', 'Cursor')).toContain('Conflict');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => all.map((file) => read(file))).toEqual(before);
  });

  it('is settled with the keyboard alone', async () => {
    const { page } = open;
    await open.go('/clients/matrix');
    await tabTo(page, cell('alpha', 'Cursor').or(cell('alpha', 'Claude Code')).first());
    for (let step = 0; step < 12 && !(await cell('alpha', 'Cursor').evaluate(isFocused)); step += 1)
      await page.keyboard.press('ArrowRight');
    await page.keyboard.press('k');
    expect(await said('alpha', 'Cursor')).toContain('Pending: keep');
    await pressAt(page, page.getByRole('button', { name: 'Discard' }), 'Enter');
    await expect.poll(() => said('alpha', 'Cursor')).toContain('Conflict');
  });

  it('refuses to import two values into one field, and says which', async () => {
    const { page } = open;
    await page.getByRole('button', { name: 'Differences of gamma', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Prefer the client: import/ }).click();
    await page.getByRole('button', { name: 'Review and write' }).click();
    await page.getByText(/The values of "gamma" in Cursor, Gemini CLI differ/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});

describe('the profile switch', () => {
  it('says that conflicts come first', async () => {
    const { page } = open;
    await page.getByRole('button', { name: /^Profile/ }).click();
    await page.getByRole('button', { name: /^review/ }).click();
    await page.getByText('Settle the conflicts under Clients first.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('syncs the clients to the profile in one review, with its budget, and undoes it as one', async () => {
    const { page, read } = open;
    open.write(catalog, inCatalog('old'));
    open.write(cursor, inClient('old'));
    open.write(gemini, inClient('old', { theme: 'x' }));
    await expect.poll(() => said('gamma', 'Gemini CLI')).toContain('In sync');
    const before = [read(cursor), read(gemini)];
    await page.getByRole('button', { name: /^Profile/ }).click();
    const choice = page.getByRole('dialog', { name: /Profile/ });
    await choice.getByText(/^Cursor: 1 server, /).waitFor();
    expect(await open.axe()).toEqual([]);
    await choice.getByRole('button', { name: /^review/ }).click();
    const review = page.getByRole('dialog', { name: /^Use profile review/ });
    await review.getByText(/^Cursor: 1 server, /).waitFor();
    await review.getByRole('button', { name: 'Write 2 files' }).click();
    await expect
      .poll(() => Object.keys((JSON.parse(read(cursor)) as { mcpServers: object }).mcpServers))
      .toEqual(['alpha']);
    await page.getByRole('button', { name: 'Profile review' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => [read(cursor), read(gemini)]).toEqual(before);
    await page.getByRole('button', { name: 'Profile All servers' }).waitFor();
    expect(open.errors).toEqual([]);
  });
});

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}
