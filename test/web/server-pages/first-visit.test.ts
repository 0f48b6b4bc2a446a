import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { theBrowser } from '../support/browser.ts';
import { tabTo } from '../support/keyboard.ts';
import { type OpenPage, openPage } from '../support/open-page.ts';

const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ456789';
let place: OpenPage;

beforeAll(async () => {
  place = await openPage({
    files: {
      '.cursor/mcp.json': {
        mcpServers: { github: { url: 'https://example.com', headers: { Authorization: `Bearer ${secret}` } } },
      },
    },
  });
});

it('shows the page after opening the link, and removes the secret from the URL', async () => {
  await place.page.getByRole('navigation').first().waitFor();
  await place.page.waitForURL(`${place.url}/servers`);
  expect(place.errors).toEqual([]);
});

it('can be used by everybody', async () => {
  expect(await place.axe()).toEqual([]);
});

it('leads from the first key to a link somewhere', async () => {
  await tabTo(place.page, place.page.getByRole('link').first());
});

it('does not let another browser in, with or without the used link', async () => {
  const other = await (await theBrowser()).newContext();
  const page = await other.newPage();
  for (const address of [place.url, place.link]) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(401);
    await expect.poll(() => page.getByRole('main').textContent()).toContain('plugboard ui --link');
  }
  await other.close();
});

it('gives nothing to a page of another port, to which the browser sends the cookie along', async () => {
  const elsewhere = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>elsewhere</title>');
  });
  await new Promise<void>((done) => void elsewhere.listen(0, '127.0.0.1', done));
  const other = await place.context.newPage();
  await other.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  const got = await other.evaluate(async (url) => {
    const ask = async (mode: RequestMode, method: string): Promise<string> =>
      fetch(url, { mode, method, credentials: 'include' }).then(
        (answer) => answer.type,
        () => 'refused',
      );
    return [await ask('cors', 'GET'), await ask('no-cors', 'GET'), await ask('no-cors', 'POST')];
  }, `${place.url}/api/settings`);
  expect(got).toEqual(['refused', 'refused', 'refused']);
  await other.close();
  elsewhere.close();
});

it('keeps secrets to itself', async () => {
  await place.go('/servers');
  await place.page.getByText('github').first().waitFor();
  expect(await place.leaksOf([secret])).toEqual([]);
});
