import { beforeAll, expect, it } from 'vitest';
import { openPage, type OpenPage } from './support/open-page.ts';

const secret = 'ghp_pagevaultcanary0123456789abcdABC';
const files = {
  '.cursor/mcp.json': {
    mcpServers: { github: { command: 'npx', args: ['-y', '@example/github@1.0.0'], env: { GITHUB_TOKEN: secret } } },
  },
};

let open: OpenPage;
beforeAll(async () => {
  open = await openPage({ files, path: '/health' });
});

it('moves a plain secret to the vault after showing the plan, and undoes it', async () => {
  const { page, read } = open;
  const before = read('.cursor/mcp.json');
  const issue = page.getByRole('listitem').filter({ hasText: 'GITHUB_TOKEN contains a secret in plain text' });
  await issue.getByRole('button', { name: 'Move to vault' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('gets GITHUB_TOKEN').waitFor();
  await dialog.getByText('{secret:GITHUB_TOKEN}').first().waitFor();
  expect(await dialog.innerText()).not.toContain('canary');
  expect(await open.axe()).toEqual([]);
  await dialog.getByRole('button', { name: 'Write 1 file' }).click();
  await expect.poll(() => read('.cursor/mcp.json')).toContain('{secret:GITHUB_TOKEN}');
  await issue.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => read('.cursor/mcp.json')).toBe(before);
  // The page is done with it when it shows the issue again.
  await issue.waitFor();
});

it('offers the vault for a new server with a plain secret', async () => {
  const { page, read } = open;
  await open.go('/add');
  const text = JSON.stringify({ mcpServers: { box: { command: 'node', args: ['x.js'], env: { API_TOKEN: secret } } } });
  await page.getByLabel('Paste anything').getByRole('textbox').fill(text);
  await page.getByRole('button', { name: 'Find servers' }).click();
  await page.getByText(/^1 server found in/).waitFor();
  await page.getByRole('checkbox', { name: /^Cursor/ }).check();
  await page.getByRole('button', { name: 'Review and add' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 secret would be written in plain text.').waitFor();
  await dialog.getByRole('button', { name: 'Store them in the vault' }).click();
  await dialog.getByText('{secret:').first().waitFor();
  await dialog.getByText(/^The vault "\w+" gets 1 secret\.$/).waitFor();
  await dialog.getByRole('button', { name: /^Write \d file/ }).click();
  await expect.poll(() => read('.cursor/mcp.json')).toMatch(/"box"[\s\S]*\{secret:\w+\}/);
  expect(read('.cursor/mcp.json').match(/canary/g)).toHaveLength(1);
});
