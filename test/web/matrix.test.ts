import { beforeAll, describe, expect, it } from 'vitest';
import { pressAt, tabTo } from './support/keyboard.ts';
import { openPage, type OpenPage } from './support/open-page.ts';

const secret = 'ghp_pagematrixcanary0123456789abcdAB';
const github = { command: 'npx', args: ['-y', '@example/github@1.0.0'], env: { GITHUB_TOKEN: secret } };
const files = {
  '.config/plugboard/plugboard.json': { servers: { github, notes: { command: 'node', args: ['notes.js'] } } },
  '.cursor/mcp.json': { mcpServers: { github: { ...github, command: 'bunx' }, theirs: { command: 'node' } } },
  '.codex/config.toml': '# mine\n[mcp_servers.github]\ncommand = "npx"\nargs = ["-y", "@example/github@1.0.0"]\n',
  '.gemini/settings.json': '{ "mcpServers": { broken ',
};

let open: OpenPage;
beforeAll(async () => {
  open = await openPage({ files, path: '/clients/matrix' });
});

const cell = (name: string, client: string): ReturnType<OpenPage['page']['getByRole']> =>
  open.page.getByRole('button', { name: new RegExp(`^${name} in ${client}, user:`) });

describe('the matrix', () => {
  it('says by icon and word what every server is in every file, and hides nothing', async () => {
    const { page } = open;
    await expect.poll(async () => cell('github', 'Cursor').textContent()).toContain('Out of sync');
    await expect.poll(() => cell('notes', 'Cursor').textContent()).toContain('Missing');
    await expect.poll(() => cell('theirs', 'Cursor').textContent()).toContain('Only in client');
    await expect.poll(() => cell('notes', 'Gemini CLI').textContent()).toContain('Cannot write');
    await expect
      .poll(() => page.getByRole('columnheader', { name: /Gemini CLI/ }).textContent())
      .toMatch(/Cannot read: line \d/);
  });

  it('shows both sides, stages, writes into two files at once and takes all of it back in one', async () => {
    const { page, read } = open;
    const before = [read('.cursor/mcp.json'), read('.codex/config.toml')];
    await cell('github', 'Cursor').click();
    const sides = page.getByRole('dialog', { name: 'github in Cursor' });
    await expect.poll(async () => sides.getByRole('row', { name: 'command npx bunx' }).count()).toBe(1);
    expect(await open.axe()).toEqual([]);
    await sides.getByRole('button', { name: 'Write to client' }).click();
    await cell('notes', 'Codex').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Write to client' }).click();
    await page.getByText('2 changes in 2 files').waitFor();
    await page.getByRole('button', { name: 'Review and write' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('~/.codex/config.toml').first().waitFor();
    expect(await open.axe()).toEqual([]);
    await review.getByRole('button', { name: 'Write 2 files' }).click();
    await expect.poll(async () => cell('github', 'Cursor').textContent()).toContain('In sync');
    // The files of a plan are replaced one after the other.
    await expect.poll(() => read('.codex/config.toml')).toMatch(/^# mine\n[\s\S]*\[mcp_servers\.notes\]/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => [read('.cursor/mcp.json'), read('.codex/config.toml')]).toEqual(before);
  });

  it('does the same with the keyboard alone', async () => {
    const { page } = open;
    await open.go('/clients/matrix');
    await tabTo(page, cell('github', 'Codex').or(cell('github', 'Claude Code')).first());
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    for (let step = 0; step < 12 && !(await isFocused('notes', 'Cursor')); step += 1)
      await page.keyboard.press(step === 0 ? 'ArrowDown' : 'ArrowRight');
    await page.keyboard.press('Space');
    await expect.poll(() => cell('notes', 'Cursor').textContent()).toContain('Pending: write');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'notes in Cursor' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused('notes', 'Cursor')).toBe(true);
    await pressAt(page, page.getByRole('button', { name: 'Review and write' }), 'Enter');
    await page.getByRole('button', { name: 'Write 1 file' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => cell('notes', 'Cursor').textContent()).toContain('In sync');
  });

  it('follows what another program writes', async () => {
    open.write('.cursor/mcp.json', { mcpServers: { newcomer: { command: 'node' } } });
    await cell('newcomer', 'Cursor').waitFor();
  });

  it('ignores a difference until it is another one', async () => {
    const { page } = open;
    await cell('newcomer', 'Cursor').click();
    await page.getByRole('button', { name: 'Ignore this difference' }).click();
    await expect.poll(async () => cell('newcomer', 'Cursor').textContent()).toContain('Ignored');
  });
});

it('says which files cannot be read, instead of that there are no servers', async () => {
  const broken = await openPage({
    files: { '.cursor/mcp.json': '{ "mcpServers": { broken ' },
    path: '/clients/matrix',
  });
  const { page } = broken;
  await page.getByText('Nothing is out of sync, 1 file cannot be read').waitFor();
  await page.getByText('~/.cursor/mcp.json').waitFor();
  expect(await page.getByText('No servers to compare yet').count()).toBe(0);
  expect(await broken.axe()).toEqual([]);
  await broken.close();
});

describe('the map', () => {
  it('draws the same as a picture and as a table, and saves it as SVG and PNG', async () => {
    const { page } = open;
    await open.go('/clients/map');
    await page.getByRole('img', { name: /servers on the left/ }).waitFor();
    await page
      .getByRole('row', { name: /github/ })
      .first()
      .waitFor();
    for (const [button, name] of [
      ['Save as SVG', 'plugboard-map.svg'],
      ['Save as PNG', 'plugboard-map.png'],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(name);
    }
  });
});

it('can be used by everybody, in both themes and on a phone, and shows no secret', async () => {
  const { page } = open;
  for (const path of ['/clients/matrix', '/clients/map']) {
    await open.go(path);
    await page.getByRole('row').nth(2).waitFor();
    expect(await open.axe()).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/clients/matrix', '/clients/map']) {
    await open.go(path);
    await page.getByRole('row').nth(2).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await open.axe()).toEqual([]);
  }
  expect(await open.leaksOf([secret.slice(8)])).toEqual([]);
  expect(open.errors).toEqual([]);
});

async function isFocused(name: string, client: string): Promise<boolean> {
  return cell(name, client).evaluate((element) => element === document.activeElement);
}
