import { afterEach, describe, expect, it } from 'vitest';
import { pressAt, typeAt } from '../support/keyboard.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';

const files = { '.cursor/mcp.json': '{\n  // mine\n  "mcpServers": {}\n}\n' };
const wanted = ['run', '-e', 'A=1', '-e', 'B=2, x'];

describe('a new server', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  const serverIn = (file: string, name: string): Record<string, unknown> | undefined => {
    const text = opened.read(file).replace(/^\s*\/\/.*$/m, '');
    return (JSON.parse(text) as { mcpServers: Record<string, Record<string, unknown>> }).mcpServers[name];
  };

  it('is created by mouse, written as typed, and undone', async () => {
    opened = await openPage({ files, path: '/add', env: { SEEN: 'yes' } });
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('docker-tool');
    await page.getByRole('textbox', { name: 'Command' }).fill('docker');
    const argument = page.getByRole('textbox', { name: 'New argument' });
    for (const text of wanted.slice(0, -1)) {
      await argument.fill(text);
      await argument.press('Enter');
    }
    // Not confirmed: what is typed counts all the same, and the click that leaves it goes where it was meant to go.
    await argument.fill(wanted.at(-1) ?? '');
    await page.getByRole('button', { name: 'Add variable' }).click();
    await page.getByRole('textbox', { name: 'Name of variable 1' }).fill('TOKEN');
    await page.getByRole('textbox', { name: 'Value of TOKEN' }).fill('${SEEN} ${UNSEEN}');
    await page.getByText('SEEN is set', { exact: true }).waitFor();
    await page.getByText('UNSEEN is not set').waitFor();
    await page.getByRole('spinbutton', { name: 'Timeout in seconds' }).fill('45');
    await page
      .getByRole('checkbox', { name: /Plugboard|catalog/i })
      .first()
      .uncheck();
    await page.getByRole('checkbox', { name: /^Cursor/ }).check();
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('button', { name: 'Review and add' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('"B=2, x"').waitFor();
    expect(await opened.axe()).toEqual([]);
    await review.getByRole('button', { name: 'Write 1 file' }).click();
    await page.getByRole('heading', { name: 'docker-tool', level: 1 }).waitFor();
    expect(serverIn('.cursor/mcp.json', 'docker-tool')).toMatchObject({
      command: 'docker',
      args: wanted,
      env: { TOKEN: '${env:SEEN} ${env:UNSEEN}' },
    });
    expect(opened.read('.cursor/mcp.json')).toContain('// mine');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => opened.read('.cursor/mcp.json')).toBe(files['.cursor/mcp.json']);
    expect(opened.errors).toEqual([]);
  });

  it('goes to all clients whose files can be read; a broken file is named and left out', async () => {
    opened = await openPage({
      files: { ...files, '.gemini/settings.json': '{ "mcpServers": { "half": \n' },
      path: '/add',
    });
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('everywhere');
    await page.getByRole('textbox', { name: 'Command' }).fill('docker');
    const broken = page.getByRole('checkbox', { name: /^Gemini CLI.*Cannot read$/ });
    expect([await broken.isChecked(), await broken.isEnabled()]).toEqual([false, false]);
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('button', { name: 'Review and add' }).click();
    const review = page.getByRole('dialog', { name: 'Add everywhere to the catalog, Cursor' });
    await review.getByRole('button', { name: 'Write 2 files' }).click();
    await page.getByRole('heading', { name: 'everywhere', level: 1 }).waitFor();
    expect(serverIn('.cursor/mcp.json', 'everywhere')).toMatchObject({ command: 'docker' });
  });

  it('is made without a mouse; a typed line is split only on demand', async () => {
    opened = await openPage({ files, path: '/add' });
    const { page } = opened;
    await typeAt(page, page.getByRole('textbox', { name: 'Name', exact: true }), 'by-keys');
    await typeAt(page, page.getByRole('textbox', { name: 'Command' }), 'docker');
    await typeAt(page, page.getByRole('textbox', { name: 'New argument' }), '-e A=1 -e "B=2, x"');
    await pressAt(page, page.getByRole('button', { name: 'Split into 4 arguments' }), 'Enter');
    await page.keyboard.type('late run');
    await page.keyboard.press('Enter');
    // Back to the chips: it goes to the front, is put right in place, and one is thrown out.
    await page.keyboard.press('Backspace');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('F2');
    await page.keyboard.type('run');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Argument 1 of 5: run' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Argument 2 of 4: A=1' }).waitFor();
    // Installed clients are chosen already; one that is not wanted is taken out by key.
    await expect.poll(() => page.getByRole('checkbox', { name: /^Cursor/ }).isChecked()).toBe(true);
    await pressAt(page, page.getByRole('checkbox', { name: /^Catalog/ }), 'Space');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByText('"B=2, x"').first().waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'by-keys', level: 1 }).waitFor();
    expect(serverIn('.cursor/mcp.json', 'by-keys')).toMatchObject({ args: ['run', 'A=1', '-e', 'B=2, x'] });
    await page.keyboard.press('u');
    await expect.poll(() => opened.read('.cursor/mcp.json')).toBe(files['.cursor/mcp.json']);
    expect(opened.errors).toEqual([]);
  });

  it('says that an address is wrong while it is typed, but not that its beginning is', async () => {
    opened = await openPage({ path: '/add' });
    const { page } = opened;
    await page.getByRole('radio', { name: 'http', exact: true }).click();
    const url = page.getByRole('textbox', { name: 'URL' });
    await url.fill('htt');
    expect(await page.getByText('A URL must start').count()).toBe(0);
    await url.fill('nowhere');
    await page.getByText('A URL must start with https:// or http://.').first().waitFor();
    await url.fill('https://');
    await page.getByText('A URL must start').first().waitFor({ state: 'detached' });
  });

  it('reports missing fields, and keeps fields that another type hides', async () => {
    opened = await openPage({
      files: { '.cursor/mcp.json': { mcpServers: { taken: { command: 'x' } } } },
      path: '/add',
      viewport: 'narrow',
    });
    const { page } = opened;
    await page.getByRole('button', { name: 'Review and add' }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await page.getByText('2 problems to fix').waitFor();
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('button', { name: 'Command', exact: true }).click();
    const command = page.getByRole('textbox', { name: 'Command' });
    expect(await command.evaluate((field) => field === document.activeElement)).toBe(true);
    await command.fill('npx');
    // The name is looked up where it would be written, while it is typed.
    await page.getByRole('checkbox', { name: /^Cursor/ }).uncheck();
    await name.fill('taken');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe(null);
    await page.getByRole('checkbox', { name: /^Cursor/ }).check();
    await page.getByText('A server named "taken" already exists in this scope.').first().waitFor();
    await name.fill('Not Good');
    await page.getByText('Use lowercase letters, digits, hyphens and underscores only.').first().waitFor();
    await page.getByRole('radio', { name: 'sse' }).click();
    const url = page.getByRole('textbox', { name: 'URL' });
    expect(await command.count()).toBe(0);
    await url.fill('nowhere');
    await page.getByText('A URL must start with https:// or http://.').first().waitFor();
    await url.fill('${BASE}/sse');
    await page.getByText('A URL must start').first().waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'stdio' }).click();
    expect(await command.inputValue()).toBe('npx');
    expect(await sidewaysScroll(page)).toBe(0);
    // Leaving asks, because something was entered.
    await page.getByRole('link', { name: 'Servers' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    expect(await command.inputValue()).toBe('npx');
    expect(opened.errors).toEqual([]);
  });
});
