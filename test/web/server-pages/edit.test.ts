import { afterEach, describe, expect, it } from 'vitest';
import { pressAt, tabTo } from '../support/keyboard.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';

const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const text = `{
  // tools of mine
  "mcpServers": {
    "github": {
      "command": "docker",
      "args": ["run", "-e", "A=1", "-e", "B=2, x", "--key=${secret}"],
      "env": { "GITHUB_TOKEN": "${secret}", "HOST": "\${HOST:-a}" },
      "odd": { "kept": [1, 2] }
    },
    "other": { "command": "x" }
  }
}
`;
const files = { '.cursor/mcp.json': text };

describe('a server that is there', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('is changed in form and JSON without losing or showing a secret', async () => {
    opened = await openPage({ files, path: '/servers/github/configuration' });
    const { page } = opened;
    const command = page.getByRole('textbox', { name: 'Command' });
    await command.fill('podman');
    await page.getByRole('heading', { name: 'Other keys' }).waitFor();
    await page.getByText('{"kept":[1,2]}').waitFor();
    expect(await opened.leaksOf([secret])).toEqual([]);
    expect(await opened.axe()).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('radio', { name: 'JSON' }).click();
    const json = page.getByRole('textbox', { name: 'Definition as JSON' });
    expect(await opened.axe()).toEqual([]);
    const typed = await json.inputValue();
    expect(typed).toContain('"command": "podman"');
    await json.fill(typed.slice(0, -1));
    await page
      .getByText(/Not valid JSON at line \d+/)
      .first()
      .waitFor();
    await json.fill(typed.replace('"A=1"', '"A=2"'));
    await page.getByRole('radio', { name: 'Form' }).click();
    await page.getByRole('button', { name: 'Argument 3 of 6: A=2' }).waitFor();
    await page.getByRole('link', { name: 'Tools', exact: true }).first().click();
    const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await leaving.waitFor();
    expect(await opened.axe()).toEqual([]);
    await page.keyboard.press('Escape');
    await leaving.waitFor({ state: 'detached' });
    // Another tab keeps the draft without a prompt.
    await page.getByRole('tab', { name: 'Clients' }).click();
    await page.getByRole('tab', { name: 'Configuration (unsaved)' }).click();
    expect(await command.inputValue()).toBe('podman');
    await page.getByRole('button', { name: 'Review and save' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('podman').first().waitFor();
    await review.getByRole('button', { name: 'Write 1 file' }).click();
    await review.waitFor({ state: 'detached' });
    expect(opened.read('.cursor/mcp.json')).toBe(text.replace('docker', 'podman').replace('A=1', 'A=2'));
    await page.getByRole('tab', { name: 'Configuration', exact: true }).waitFor();
    expect(await opened.leaksOf([secret])).toEqual([]);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('tabpanel').getByRole('link').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => opened.read('.cursor/mcp.json')).toBe(text);
    expect(opened.errors).toEqual([]);
  });

  it('shows one secret to who asks, and replaces it', async () => {
    opened = await openPage({ files, path: '/servers/github/configuration', viewport: 'narrow' });
    const { page } = opened;
    await page.getByRole('button', { name: 'Reveal Value of GITHUB_TOKEN' }).click();
    const value = page.getByRole('textbox', { name: /^Value of GITHUB_TOKEN/ });
    await expect.poll(async () => value.inputValue()).toBe(secret);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('button', { name: 'Hide Value of GITHUB_TOKEN' }).click();
    await expect.poll(async () => value.inputValue()).not.toContain(secret);
    await page.getByRole('button', { name: 'Replace Value of GITHUB_TOKEN' }).click();
    await value.fill('${GITHUB_TOKEN}');
    await page.getByRole('button', { name: 'Keep the old Value of GITHUB_TOKEN' }).click();
    await page.getByRole('button', { name: 'Replace Value of GITHUB_TOKEN' }).click();
    await value.fill('${GITHUB_TOKEN}');
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Write 1 file' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(opened.read('.cursor/mcp.json')).toBe(
      text.replace(`"GITHUB_TOKEN": "${secret}"`, '"GITHUB_TOKEN": "${env:GITHUB_TOKEN}"'),
    );
    expect(opened.errors).toEqual([]);
  });

  it('gets another name without a mouse, and asks before a draft is lost', async () => {
    opened = await openPage({ files, path: '/servers/github/configuration' });
    const { page } = opened;
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await tabTo(page, name);
    await page.keyboard.press('End');
    await page.keyboard.type('-2');
    await tabTo(page, page.getByRole('link', { name: 'Servers' }).last(), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await pressAt(page, page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }), 'Enter');
    await tabTo(page, name);
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByText('github-2').first().waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/servers\/github-2\/configuration$/);
    expect(opened.read('.cursor/mcp.json')).toBe(text.replace('"github"', '"github-2"'));
    expect(opened.errors).toEqual([]);
  });
});
