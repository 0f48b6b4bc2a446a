import { afterEach, describe, expect, it } from 'vitest';
import { pressAt } from '../support/keyboard.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';

const files = { '.cursor/mcp.json': { mcpServers: { there: { command: 'old' } } } };
const secret = 'sk-proj-4fJ9x2LmQ8vT3bN7cR1wZ6yK5hD0gP';

describe('pasting anything', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('fills the form from a command line, and a secret in it stays hidden', async () => {
    opened = await openPage({ files, path: '/add' });
    const { page } = opened;
    await page.evaluate(
      async (text) => navigator.clipboard.writeText(text),
      `claude mcp add docs -e API_KEY=${secret} -- docker run -e A=1 -e "B=2, x" image`,
    );
    await page.getByRole('textbox', { name: 'Paste anything' }).press('ControlOrMeta+v');
    await page.getByText('1 server found in').waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('docs');
    await page.getByRole('button', { name: 'Argument 5 of 6: B=2, x' }).waitFor();
    expect(await page.getByRole('textbox', { name: /^Value of API_KEY/ }).inputValue()).not.toContain(secret);
    expect(await opened.axe()).toEqual([]);
    await page.getByRole('checkbox', { name: /^Cursor/ }).check();
    await page.getByRole('button', { name: 'Review and add' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Write/ })
      .click();
    await page.getByRole('heading', { name: 'docs', level: 1 }).waitFor();
    expect(JSON.parse(opened.read('.cursor/mcp.json'))).toMatchObject({
      mcpServers: { docs: { args: ['run', '-e', 'A=1', '-e', 'B=2, x', 'image'], env: { API_KEY: secret } } },
    });
    expect(opened.errors).toEqual([]);
  });

  it('takes several from a dropped file of another client', async () => {
    opened = await openPage({ files, path: '/add', viewport: 'narrow', theme: 'dark' });
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Paste anything' }).waitFor();
    const dropped = await page.evaluateHandle(() => {
      const text =
        '[mcp_servers.one]\ncommand = "uvx"\nargs = ["one"]\n[mcp_servers.there]\nurl = "https://a.example/mcp"\n';
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'config.toml'));
      return transfer;
    });
    await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await page.getByText('2 servers found in').waitFor();
    const list = page.getByRole('region', { name: 'Servers found' });
    await list.getByRole('checkbox', { name: /^Cursor/ }).check();
    await list.getByText('Exists; will be replaced').waitFor();
    await list.getByRole('checkbox', { name: /^there/ }).uncheck();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await opened.axe()).toEqual([]);
    await list.getByRole('button', { name: 'Review and add 1 server' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Write/ })
      .click();
    await page.getByRole('heading', { name: 'one', level: 1 }).waitFor();
    expect(JSON.parse(opened.read('.cursor/mcp.json'))).toMatchObject({
      mcpServers: { there: { command: 'old' }, one: { command: 'uvx', args: ['one'] } },
    });
    expect(opened.errors).toEqual([]);
  });

  it('understands an install link, without a mouse, and says when there is nothing in it', async () => {
    opened = await openPage({ files, path: '/add' });
    const { page } = opened;
    const box = page.getByRole('textbox', { name: 'Paste anything' });
    await pressAt(page, box, 'a');
    await page.keyboard.press('Control+Enter');
    await page.getByText('No server found', { exact: true }).waitFor();
    const config = Buffer.from(JSON.stringify({ url: 'https://link.example/mcp' })).toString('base64');
    await box.fill(`cursor://anysphere.cursor-deeplink/mcp/install?name=linked&config=${config}`);
    await page.keyboard.press('Control+Enter');
    await page.getByText('1 server found in').waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'URL' }).inputValue()).toBe('https://link.example/mcp');
    await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('linked');
    expect(opened.errors).toEqual([]);
  });
});
