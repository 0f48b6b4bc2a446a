import { afterEach, describe, expect, it } from 'vitest';
import { pressAt } from '../support/keyboard.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';

const tool = { mcpServers: { tool: { command: 'x' }, other: { command: 'y' } } };
const home = {
  files: {
    '.cursor/mcp.json': tool,
    '.claude.json': tool,
    '.claude/settings.json': '{\n  "permissions": {\n    "allow": ["mcp__tool__read"],\n    "deny": ["Bash"]\n  }\n}\n',
  },
  project: { '.claude/agents/helper.md': '---\nname: helper\ntools: Read, mcp__tool__write\n---\nHelp.\n' },
};

describe('deleting a server', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  const namesIn = (file: string): string[] =>
    Object.keys((JSON.parse(opened.read(file)) as { mcpServers: object }).mcpServers);

  it('shows first who still names it, with file and line; then it is gone everywhere, and back again', async () => {
    opened = await openPage({ ...home, path: '/servers' });
    const { page } = opened;
    await page.getByRole('button', { name: 'Actions for tool', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete tool' });
    const references = dialog.getByRole('region', { name: 'Remaining references' });
    await references.getByText('~/.claude/settings.json:3').waitFor();
    await references.getByText(/helper\.md:3/).waitFor();
    expect(await opened.axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Review and delete' }).click();
    await page.getByRole('button', { name: 'Write 2 files' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'tool', exact: true }).waitFor({ state: 'detached' });
    expect([namesIn('.cursor/mcp.json'), namesIn('.claude.json')]).toEqual([['other'], ['other']]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'tool', exact: true }).waitFor();
    // The files of an undo are replaced one after the other.
    await expect.poll(() => opened.read('.cursor/mcp.json')).toBe(`${JSON.stringify(tool, undefined, 2)}\n`);
    expect(opened.errors).toEqual([]);
  });

  it('happens in one client only, without a mouse, on a narrow screen', async () => {
    opened = await openPage({ ...home, path: '/servers/tool', viewport: 'narrow' });
    const { page } = opened;
    await pressAt(page, page.getByRole('button', { name: 'Actions for tool' }), 'Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await pressAt(page, page.getByRole('radio', { name: 'Everywhere' }), 'ArrowRight');
    await pressAt(page, page.getByRole('checkbox', { name: /^Cursor/ }), 'Space');
    expect(await sidewaysScroll(page)).toBe(0);
    await pressAt(page, page.getByRole('button', { name: 'Review and delete' }), 'Enter');
    await page.getByRole('button', { name: 'Write 1 file' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => namesIn('.cursor/mcp.json')).toEqual(['other']);
    expect(namesIn('.claude.json')).toEqual(['tool', 'other']);
    expect(opened.errors).toEqual([]);
  });
});
