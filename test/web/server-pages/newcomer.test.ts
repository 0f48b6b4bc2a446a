import { expect, it } from 'vitest';
import { workbench } from '../../api/support/workbench.ts';
import { openPage } from '../support/open-page.ts';

/** Four assistants; the only server is started with a program that cannot run it. */
const files = {
  '.cursor/mcp.json': `{
  // what I found in some README
  "mcpServers": { "bench": { "command": "env", "args": [${JSON.stringify(workbench)}], "odd": true } }
}
`,
  '.claude.json': '{\n\t"numStartups": 12,\n\t"tipsHistory": {}\n}',
  '.codex/config.toml': '# my model\nmodel = "o4" # for now\n\n[tui]\nnotifications = true\n',
  '.gemini/settings.json': '{ "theme": "GitHub" }\n',
};
const names = Object.keys(files);

it('who never read the docs repairs, spreads, quiets and calls a server on the page alone, and undoes all of it', async () => {
  const { page, read, errors } = await openPage({ files });
  const dialog = page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const goTo = async (name: string): Promise<void> =>
    page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
  const write = async (count: number): Promise<void> => {
    await dialog.getByRole('button', { name: count === 1 ? 'Write 1 file' : `Write ${count} files` }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  // Why it fails: the reason in the list, what it said and how it ended on its own page.
  await goTo('Servers');
  await button('Test all').click();
  await page.getByText('Tested 1, 1 failed').waitFor();
  await page.getByRole('link', { name: 'bench', exact: true }).click();
  const evidence = page.getByLabel('Last output of bench');
  await expect.poll(async () => evidence.textContent()).toMatch(/126[\s\S]*ermission denied/);

  // The repair.
  await page.getByRole('tab', { name: 'Configuration' }).click();
  await page.getByRole('textbox', { name: 'Command', exact: true }).fill(process.execPath);
  await button('Review and save').click();
  await write(1);
  expect(read('.cursor/mcp.json')).toBe(files['.cursor/mcp.json'].replace('"env"', JSON.stringify(process.execPath)));
  await button('Test').click();
  await page.getByText('Connected').first().waitFor();

  // To three more assistants at once.
  await button('Actions for bench').click();
  await page.getByRole('menuitem', { name: 'Copy to…' }).click();
  for (const client of ['Claude Code', 'Codex', 'Gemini CLI'])
    await dialog.getByRole('checkbox', { name: new RegExp(`^${client}`) }).check();
  await button('Review').click();
  await write(3);
  for (const name of names.slice(1)) expect(read(name)).toContain(JSON.stringify(workbench));
  expect(read('.codex/config.toml')).toMatch(/^# my model\nmodel = "o4" # for now\n[\s\S]*\[mcp_servers\.bench\]\n/);

  // A tool that is too much, switched off where the assistant can.
  await goTo('Tools');
  await page.getByRole('treeitem', { name: /^bench/ }).click();
  await page.getByRole('treeitem', { name: /^count/ }).click();
  await button(/^Disable\s+in Codex, user$/).click();
  await write(1);
  expect(read('.codex/config.toml')).toMatch(/^disabled_tools = \[ ?"count" ?\]$/m);

  // A call, with the form that its schema makes.
  await page.getByRole('treeitem', { name: /^echo/ }).click();
  await page.getByRole('textbox', { name: 'message' }).fill('hello there');
  await page.getByRole('textbox', { name: 'times' }).fill('2');
  await button('Call').click();
  await page.getByRole('region', { name: 'Result' }).getByText('hello there hello there').waitFor();

  // And everything back, the last first.
  await goTo('History');
  for (const count of [1, 3, 1]) {
    await button('Undo the last change').click();
    await write(count);
  }
  expect(Object.fromEntries(names.map((name) => [name, read(name)]))).toEqual(files);
  expect(errors).toEqual([]);
});
