import { afterEach, describe, expect, it } from 'vitest';
import { tabTo } from '../support/keyboard.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';

const withCommand = (command: string, more: object = {}) => ({
  mcpServers: { tool: { command, args: ['a'], ...more } },
});
const files = { '.cursor/mcp.json': withCommand('first') };

describe('a file that another program changes', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  const written = (): Record<string, unknown> | undefined =>
    (JSON.parse(opened.read('.cursor/mcp.json')) as { mcpServers: Record<string, Record<string, unknown>> }).mcpServers[
      'tool'
    ];

  it('shows at once, beside what was typed, and mine can be kept', async () => {
    opened = await openPage({ files, path: '/servers/tool/configuration' });
    const { page } = opened;
    const command = page.getByRole('textbox', { name: 'Command' });
    await command.waitFor();
    // Nothing was typed yet: the form simply follows.
    opened.write('.cursor/mcp.json', withCommand('second'));
    await expect.poll(async () => command.inputValue()).toBe('second');
    await command.fill('mine');
    opened.write('.cursor/mcp.json', withCommand('theirs', { cwd: '/there' }));
    const bar = page.getByRole('alert', { name: 'Changed on disk' });
    await bar.getByRole('row', { name: /command .*mine theirs/ }).waitFor();
    await bar.getByRole('row', { name: /cwd .*not set \/there/ }).waitFor();
    expect(await command.inputValue()).toBe('mine');
    expect(await opened.axe()).toEqual([]);
    await bar.getByRole('button', { name: 'Keep mine' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Review and save' }).click();
    // And once more, between looking and writing.
    const review = page.getByRole('dialog');
    await review.getByText('mine', { exact: false }).first().waitFor();
    opened.write('.cursor/mcp.json', withCommand('theirs', { cwd: '/there', timeout: 5 }));
    await review.getByRole('button', { name: 'Write 1 file' }).click();
    await review.getByText('A file changed in the meantime.').waitFor();
    await review.getByRole('button', { name: 'Write 1 file' }).click();
    await review.waitFor({ state: 'detached' });
    expect(written()).toMatchObject({ command: 'mine', cwd: '/there' });
    expect(opened.errors).toEqual([]);
  });

  it('can be taken instead, without a mouse', async () => {
    opened = await openPage({ files, path: '/servers/tool/configuration' });
    const { page } = opened;
    const command = page.getByRole('textbox', { name: 'Command' });
    await tabTo(page, command);
    await page.keyboard.type('-mine');
    opened.write('.cursor/mcp.json', withCommand('theirs'));
    const reload = page.getByRole('button', { name: 'Reload' });
    await reload.waitFor();
    await tabTo(page, reload, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(async () => command.inputValue()).toBe('theirs');
    // Deleted by another program: the input is kept and can be written again.
    await tabTo(page, command);
    await page.keyboard.press('End');
    await page.keyboard.type('-again');
    opened.write('.cursor/mcp.json', { mcpServers: {} });
    await page.getByText('Another program deleted this server').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Keep mine' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await command.inputValue()).toBe('theirs-again');
    expect(opened.errors).toEqual([]);
  });
});
