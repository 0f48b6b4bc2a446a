import { afterEach, describe, expect, it } from 'vitest';
import { openPage, type OpenPage } from '../support/open-page.ts';

describe('switching a server off', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('says that it holds for this project only, and offers every project', async () => {
    const files = { '.claude.json': { mcpServers: { tool: { command: 'node' } } } };
    opened = await openPage({ files, path: '/servers/tool' });
    const { page, read } = opened;
    await page.getByRole('button', { name: 'Actions for tool' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const review = page.getByRole('dialog');
    await review.getByRole('heading', { name: 'Disabled in this project only' }).waitFor();
    expect(await opened.axe()).toEqual([]);
    await review.getByRole('button', { name: 'Disable in every project instead' }).click();
    await review.getByText('is parked by Plugboard and not in this file').waitFor();
    await review.getByRole('button', { name: 'Write 1 file' }).click();
    await expect.poll(() => read('.claude.json')).not.toContain('tool');
    expect(opened.errors).toEqual([]);
  });

  it('offers to switch on what says off in a key that its client ignores', async () => {
    const files = { '.cursor/mcp.json': { mcpServers: { tool: { command: 'node', disabled: true } } } };
    opened = await openPage({ files, path: '/servers/tool' });
    const { page, read } = opened;
    await page.getByRole('button', { name: 'Actions for tool' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).waitFor();
    await page.getByRole('menuitem', { name: 'Enable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Write 1 file' }).click();
    await expect.poll(() => read('.cursor/mcp.json')).not.toContain('disabled');
    expect(opened.errors).toEqual([]);
  });
});
