import { beforeAll, describe, expect, it } from 'vitest';
import { pressAt, tabTo, typeAt } from './support/keyboard.ts';
import { openPage, type OpenPage } from './support/open-page.ts';

const secret = 'ghp_pagedoctorcanary0123456789abcdAB';
const files = {
  '.cursor/mcp.json': {
    mcpServers: {
      github: { command: 'npx', args: ['-y', '@example/github@1.0.0'], env: { GITHUB_TOKEN: secret } },
      notes: { command: 'node', args: ['notes.js'] },
    },
  },
};

let open: OpenPage;
beforeAll(async () => {
  open = await openPage({ files, path: '/health' });
});

describe('the doctor', () => {
  it('shows issues with their location, and fixes one after showing the change', async () => {
    const { page, read } = open;
    const before = read('.cursor/mcp.json');
    const issue = page.getByRole('listitem').filter({ hasText: 'GITHUB_TOKEN contains a secret in plain text' });
    await issue.getByText('~/.cursor/mcp.json:').waitFor();
    await issue.getByRole('button', { name: 'Review fix' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Write 1 file' }).click();
    await expect.poll(() => read('.cursor/mcp.json')).toContain('GITHUB_TOKEN}');
    await issue.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => read('.cursor/mcp.json')).toBe(before);
    await issue.waitFor();
  });

  it('does so with the keyboard alone, and applies fixes that are not text edits', async () => {
    const { page, home } = open;
    const { statSync } = await import('node:fs');
    const direct = page.getByRole('listitem').filter({ hasText: 'other users can read it' });
    await pressAt(page, direct.getByRole('button', { name: 'Fix', exact: true }), 'Enter');
    await expect.poll(() => statSync(`${home}/.cursor/mcp.json`).mode & 0o077).toBe(0);
    await direct.waitFor({ state: 'detached' });
  });
});

describe('sets', () => {
  it('makes a set of servers that are there, and says how to start with it', async () => {
    const { page, read } = open;
    await open.go('/sets');
    await page.getByRole('button', { name: 'Create a set' }).click();
    const form = page.getByRole('dialog', { name: 'New set' });
    await form.getByLabel('Name').fill('work');
    await form.getByLabel('github').check();
    expect(await open.axe()).toEqual([]);
    await form.getByRole('button', { name: 'Review 1 server' }).click();
    await page.getByRole('button', { name: 'Write 1 file' }).click();
    const card = page.getByRole('region', { name: 'work' });
    await card.getByText('plugboard run work').waitFor();
    expect(read('.claude/mcp-configs/work.json')).toContain(secret);
    await card.getByLabel('Client to launch with work').selectOption({ label: 'Codex' });
    await card.getByRole('button', { name: 'Copy launch command' }).click();
    await expect
      .poll(() => page.evaluate(async () => navigator.clipboard.readText()))
      .toBe('plugboard run work --client codex');
  });

  it('changes and removes it with the keyboard alone', async () => {
    const { page, read } = open;
    await pressAt(page, page.getByRole('button', { name: 'Actions for work' }), 'Enter');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Change work' });
    await typeAt(page, form.getByLabel('Description'), 'For work');
    await tabTo(page, form.getByLabel('notes'));
    await page.keyboard.press('Space');
    await pressAt(page, form.getByRole('button', { name: 'Review 2 servers' }), 'Enter');
    await page.getByRole('button', { name: 'Write 1 file' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'work' }).getByText('notes').first().waitFor();
    expect(read('.claude/mcp-configs/work.json')).toMatch(/For work[\s\S]*notes\.js/);
    await pressAt(page, page.getByRole('button', { name: 'Actions for work' }), 'Enter');
    await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Write 1 file' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('No sets yet').waitFor();
  });
});

it('can be used by everybody, in both themes and on a phone, and shows no secret', async () => {
  const { page } = open;
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [path, ready] of [
      ['/health', 'Nothing was started or contacted'],
      ['/sets', 'No sets yet'],
      ['/health/cost', 'not checked'],
    ] as const) {
      await open.go(path);
      await page.getByText(ready).first().waitFor();
      expect(await open.axe()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
  expect(await open.leaksOf([secret.slice(8)])).toEqual([]);
  expect(open.errors).toEqual([]);
});
