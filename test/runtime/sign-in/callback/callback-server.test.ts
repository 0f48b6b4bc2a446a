import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Callback, openCallback } from '../../../../src/runtime/sign-in/callback/callback-server.ts';
import { listening } from '../support/listening.ts';

async function opened(port = 0): Promise<Callback> {
  const callback = await openCallback({ hostname: '127.0.0.1', port, path: '/back' }, 's');
  onTestFinished(() => callback.close());
  return callback;
}

/** With a header that `fetch` does not allow. */
async function statusFrom(url: string, host: string): Promise<number | undefined> {
  return new Promise((done, fail) => {
    request(url, { headers: { host } }, (response) => done(response.resume().statusCode))
      .once('error', fail)
      .end();
  });
}

describe('the place a browser comes back to', () => {
  it('hands over what the browser brings, and shows how it ended', async () => {
    const callback = await opened();
    expect(callback.redirectUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/back$/);
    const shown = fetch(`${callback.redirectUrl}?code=a%20b&state=s`);
    const { params, answer } = await callback.arrived;
    expect([...params]).toEqual([
      ['code', 'a b'],
      ['state', 's'],
    ]);
    answer(false, 'It is <not> "over"', `<script>alert('&')</script>`);
    const page = await shown;
    expect(page.status).toBe(400);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html).toContain('<h1>It is &lt;not&gt; &quot;over&quot;</h1>');
    expect(html).toContain('<p>&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</p>');
    expect(html).not.toMatch(/<script|<link|<img|src=|href=|style/);
  });

  it('takes one answer only', async () => {
    const callback = await opened();
    const first = fetch(`${callback.redirectUrl}?code=1&state=s`);
    const { params, answer } = await callback.arrived;
    expect((await fetch(`${callback.redirectUrl}?code=2&state=s`)).status).toBe(410);
    answer(true, 'Yes', '');
    expect((await first).status).toBe(200);
    expect(params.get('code')).toBe('1');
  });

  it.each([
    ['/favicon.ico', 'GET', 404],
    ['/back/more?code=1', 'GET', 404],
    ['/back?code=1&state=s', 'POST', 405],
    ['/back?code=1&state=s', 'HEAD', 405],
    ['/back', 'GET', 400],
  ])('does not mistake %s (%s) for the answer', async (path, method, status) => {
    const { redirectUrl, arrived } = await opened();
    const response = await fetch(new URL(path, redirectUrl), { method });
    expect(response.status).toBe(status);
    void fetch(`${redirectUrl}?code=right&state=s`).catch(() => {});
    expect((await arrived).params.get('code')).toBe('right');
  });

  it('has no other name, which a page could have led here', async () => {
    const { redirectUrl } = await opened();
    expect(await statusFrom(`${redirectUrl}?code=1&state=s`, 'evil.example')).toBe(403);
  });

  it('that is taken is not shared', async () => {
    const url = await listening(createServer());
    const port = Number(new URL(url).port);
    await expect(opened(port)).rejects.toMatchObject({
      name: 'SignInError',
      problem: 'port-taken',
      message: `OAuth authentication failed: port ${port} is in use`,
    });
  });

  it('is closed even while a browser waits', async () => {
    const callback = await opened();
    const shown = fetch(`${callback.redirectUrl}?code=1&state=s`);
    await callback.arrived;
    shown.catch(() => {});
    await callback.close();
    await expect(shown).rejects.toThrow('fetch failed');
    const server = createServer();
    const { port } = new URL(callback.redirectUrl);
    await new Promise<void>((done) => {
      server.listen(Number(port), '127.0.0.1', done);
    });
    expect((server.address() as AddressInfo).port).toBe(Number(port));
    server.close();
  });
});
