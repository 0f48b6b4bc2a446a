import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type RegistryServer, registryServer } from '../../registry/support/registry-server.ts';
import { listed, samples } from '../../registry/support/sample-servers.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { sidewaysScroll } from '../support/page-width.ts';

const files = { '.cursor/mcp.json': { mcpServers: { there: { command: 'old' } } } };
const many = Array.from({ length: 30 }, (_, index) => listed(`io.github.many/tool-${index}`));

async function openRegistry(options: { readonly viewport?: 'narrow'; readonly theme?: 'dark' } = {}): Promise<{
  readonly opened: OpenPage;
  readonly registry: RegistryServer;
}> {
  const registry = await registryServer([...samples, ...many]);
  const env = { PLUGBOARD_REGISTRY_URL: registry.url };
  return { opened: await openPage({ files, env, path: '/add', ...options }), registry };
}

describe('the registry', () => {
  let opened: OpenPage | undefined;
  afterEach(async () => opened?.close());

  it('is searched while typing, and a server is installed with the keyboard alone', async () => {
    const { opened: open } = await openRegistry();
    opened = open;
    const { page } = open;
    await page.getByRole('link', { name: 'Registry', exact: true }).press('Enter');
    const search = page.getByRole('searchbox', { name: 'Search the MCP registry' });
    await page.getByRole('link', { name: /tool-/ }).first().waitFor();
    await search.pressSequentially('weather forecasts');
    await page.getByText('1 server found').waitFor();
    expect(await open.axe()).toEqual([]);
    await search.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
    await search.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Weather', level: 1 }).waitFor();
    const about = page.getByRole('region', { name: 'About this server' });
    await expect.poll(() => about.innerText()).toContain('io.github.acme');
    const key = page.getByRole('textbox', { name: 'WEATHER_API_KEY' });
    await expect.poll(() => key.inputValue()).toBe('${WEATHER_API_KEY}');
    await key.fill('');
    await page.getByRole('button', { name: 'Review and add' }).press('Enter');
    await page.getByText('A value is required.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    expect(await open.axe()).toEqual([]);
    await key.fill('${WEATHER_API_KEY}');
    const city = page.getByRole('textbox', { name: 'city' });
    if ((await city.count()) > 0) await city.fill('Bern\nOslo');
    await page.getByRole('checkbox', { name: /^Cursor/ }).check();
    await page.getByRole('button', { name: 'Review and add' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Write/ }).waitFor();
    await expect.poll(() => dialog.innerText()).toContain('@acme/weather-mcp@1.4.2');
    expect(await open.axe()).toEqual([]);
    await dialog.getByRole('button', { name: /^Write/ }).press('Enter');
    await page.getByRole('heading', { name: 'weather', level: 1 }).waitFor();
    expect(JSON.parse(open.read('.cursor/mcp.json'))).toMatchObject({
      mcpServers: { weather: { command: 'npx', env: { WEATHER_API_KEY: '${env:WEATHER_API_KEY}' } } },
    });
    expect(open.errors).toEqual([]);
  });

  it('says on a phone what it does not find, and keeps the search', async () => {
    const { opened: open } = await openRegistry({ viewport: 'narrow', theme: 'dark' });
    opened = open;
    const { page } = open;
    await open.go('/add/registry?q=tool-');
    await page.getByRole('link', { name: /tool-/ }).first().waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => page.getByRole('link', { name: /tool-/ }).count()).toBe(30);
    await page
      .getByRole('link', { name: /tool-0 / })
      .first()
      .click();
    await page.getByText('This server cannot be installed').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await open.axe()).toEqual([]);
    await page.getByRole('link', { name: 'Registry', exact: true }).click();
    const search = page.getByRole('searchbox', { name: 'Search the MCP registry' });
    expect(await search.inputValue()).toBe('tool-');
    await search.fill('nothing like this');
    await page.getByText('No server found').waitFor();
    expect(await open.axe()).toEqual([]);
    expect(open.errors).toEqual([]);
  });

  it('asks for what the manifest of a bundle names', async () => {
    const bytes = readFileSync(new URL('../../registry/mcpb/support/signed.mcpb', import.meta.url));
    const releases = createServer((_, response) => response.end(bytes));
    await new Promise<void>((done) => void releases.listen(0, '127.0.0.1', done));
    onTestFinished(() => void releases.close());
    const identifier = `http://127.0.0.1:${(releases.address() as AddressInfo).port}/hello.mcpb`;
    const fileSha256 = createHash('sha256').update(bytes).digest('hex');
    const offered = { registryType: 'mcpb', identifier, fileSha256, transport: { type: 'stdio' } };
    const { url } = await registryServer([listed('io.github.acme/hello', { title: 'Hello', packages: [offered] })]);
    opened = await openPage({ files, env: { PLUGBOARD_REGISTRY_URL: url }, path: '/add/registry' });
    const { page } = opened;
    await page.getByRole('link', { name: /Hello/ }).click();
    const key = page.getByRole('textbox', { name: 'api_key' });
    await expect.poll(() => key.inputValue()).toBe('${API_KEY}');
    await page.getByRole('checkbox', { name: /^Cursor/ }).check();
    await page.getByRole('button', { name: 'Review and add' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The bundle is signed by').waitFor();
    await dialog.getByRole('button', { name: /^Write/ }).click();
    await page.getByRole('heading', { name: 'hello', level: 1 }).waitFor();
    const { args } = JSON.parse(opened.read('.cursor/mcp.json')).mcpServers.hello;
    expect(readFileSync(args[0], 'utf8')).toContain('hello');
    expect(opened.errors).toEqual([]);
  });

  it('says that a registry cannot be reached', async () => {
    opened = await openPage({ files, env: { PLUGBOARD_REGISTRY_URL: 'http://127.0.0.1:9' }, path: '/add/registry' });
    const { page } = opened;
    await page.getByText('The registry cannot be reached').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await opened.axe()).toEqual([]);
  });
});
