import { describe, expect, it } from 'vitest';
import { errorPage } from '../../src/api/error-page.ts';
import { ambiguousRequests, rawStatus } from '../support/raw-request.ts';
import { startApi } from './support/api.ts';
import { ask } from './support/ask.ts';

const change = { method: 'PUT', body: { theme: 'dark' } } as const;

describe('a browser', () => {
  it('is rejected without a link', async () => {
    const { url } = await startApi();
    for (const path of ['/', '/servers', '/assets/x.js', '/api/settings', '/api/events', '/api/nothing']) {
      const { status, text } = await ask(url + path);
      expect({ path, status }).toEqual({ path, status: 401 });
      expect(text).toContain('plugboard ui --link');
    }
  });

  it('is accepted with a link, once', async () => {
    const { url, link } = await startApi();
    const address = link();
    const first = await ask(address);
    expect({ status: first.status, to: first.headers.location }).toEqual({ status: 302, to: '/' });
    expect((await ask(address)).status).toBe(401);
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^plugboard_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await ask(`${url}/api/settings`, { headers: { cookie: cookie.split(';')[0] ?? '' } })).status).toBe(200);
  });

  it('is rejected with a link older than a minute, or with a forged one', async () => {
    let now = 0;
    const { url, link } = await startApi({ now: () => now });
    const [late, inTime] = [link(), link()];
    now = 59_999;
    expect((await ask(inTime)).status).toBe(302);
    now = 60_000;
    expect((await ask(late)).status).toBe(401);
    for (const made of ['', '?t=', `?t=${'A'.repeat(43)}`]) expect((await ask(`${url}/auth${made}`)).status).toBe(401);
  });

  it('stays signed in when it opens the used link again', async () => {
    const { link, cookie } = await startApi();
    const address = link();
    await ask(address);
    expect((await ask(address, { headers: { cookie } })).status).toBe(302);
  });

  it('has one cookie per page, although browsers send both cookies to both', async () => {
    const [one, two] = [await startApi(), await startApi()];
    expect(one.cookie.split('=')[0]).not.toBe(two.cookie.split('=')[0]);
    const both = `${one.cookie}; ${two.cookie}`;
    for (const { url } of [one, two])
      expect((await ask(`${url}/api/settings`, { headers: { cookie: both } })).status).toBe(200);
    expect((await ask(`${one.url}/api/settings`, { headers: { cookie: two.cookie } })).status).toBe(401);
  });
});

describe('where a request may come from', () => {
  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost.evil.example:PORT',
    '0.0.0.0:PORT',
  ])('is not a page that gives its name %s our address', async (host) => {
    const { ask: signedIn, link, port } = await startApi();
    const headers = { host: host.replace('PORT', String(port)) };
    expect((await signedIn('/api/settings', { headers })).status).toBe(403);
    expect((await ask(link(), { headers })).status).toBe(403);
  });

  it('is not a request that names two hosts', async () => {
    const { port, cookie } = await startApi();
    for (const lines of ambiguousRequests(port, '/api/settings', `Cookie: ${cookie}`))
      expect([lines, await rawStatus(port, lines)]).toEqual([lines, 400]);
    const one = [`GET http://127.0.0.1:${port}/api/settings HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Cookie: ${cookie}`];
    expect(await rawStatus(port, one)).toBe(200);
  });

  it('is each of our own names', async () => {
    const { ask: signedIn, port } = await startApi();
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      const host = `${name}:${port}`;
      const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
      expect((await signedIn('/api/settings', { ...change, headers })).status).toBe(200);
    }
  });

  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1:PORT', 'http://localhost:PORT'])(
    'is not the origin %s',
    async (origin) => {
      const { ask: signedIn, port } = await startApi();
      const headers = { origin: origin.replace('PORT', String(port)) };
      expect((await signedIn('/api/settings', { headers })).status).toBe(403);
      expect((await signedIn('/api/settings', { ...change, headers })).status).toBe(403);
    },
  );

  it.each(['cross-site', 'same-site'])('is not what a browser calls %s', async (site) => {
    const { ask: signedIn, link } = await startApi();
    expect((await signedIn('/api/settings', { headers: { 'sec-fetch-site': site } })).status).toBe(403);
    expect((await ask(link(), { headers: { 'sec-fetch-site': site } })).status).toBe(403);
  });

  it('is the page of another project only with an unused link, as a whole document', async () => {
    const { link, cookie, ask: signedIn } = await startApi();
    const neighbor = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const address = link();
    const answer = await ask(address, { headers: neighbor });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toHaveLength(1);
    // Not a redirect: the request that follows must come from this origin.
    expect(answer.text).toContain('content="0;url=/"');
    expect((await ask(address, { headers: { ...neighbor, cookie } })).status).toBe(401);
    expect((await signedIn('/', { headers: neighbor })).status).toBe(403);
    for (const other of [
      { 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await ask(link(), { headers: { ...neighbor, ...other } })).status).toBe(403);
  });

  it('is not allowed by any header', async () => {
    const { ask: signedIn } = await startApi();
    const origin = 'http://evil.example';
    const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PUT' } };
    for (const { headers } of [await signedIn('/api/settings', preflight), await signedIn('/api/settings')])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('what changes something', () => {
  it('needs the header that only our page can send', async () => {
    const { url, cookie, ask: signedIn } = await startApi();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await ask(`${url}/api/settings`, { method, headers: { cookie } })).status).toBe(403);
    expect((await signedIn('/api/settings')).json()).toMatchObject({ settings: { theme: 'system' } });
  });

  it('is JSON and says so', async () => {
    const { ask: signedIn } = await startApi();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])
      expect((await signedIn('/api/settings', { ...change, headers: { 'content-type': type } })).status).toBe(415);
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await signedIn('/api/settings', { ...change, headers })).status).toBe(200);
  });

  it('has a size limit, with or without a declared length', async () => {
    const { ask: signedIn } = await startApi();
    const body = JSON.stringify({ theme: 'x'.repeat(5 * 1024 * 1024) });
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const { status } = await signedIn('/api/settings', {
        ...change,
        body,
        headers: { ...headers, connection: 'close' },
      });
      expect(status).toBe(413);
    }
  });
});

describe('every answer', () => {
  it('has the content security policy, and is not cached', async () => {
    const { url, ask: signedIn } = await startApi();
    const answers = [
      await signedIn('/api/settings'),
      await signedIn('/api/nothing'),
      await ask(`${url}/`),
      await ask(`${url}/`, { headers: { host: 'evil.example', accept: 'text/html' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 403]);
    for (const { headers } of answers) {
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
    }
  });

  it('to a person is a page that says what to do', async () => {
    const { url } = await startApi();
    const { text, headers } = await ask(url, { headers: { accept: 'text/html,*/*' } });
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('<p>get a new link with: plugboard ui --link</p>');
  });

  it('to a person takes nothing for HTML', () => {
    expect(errorPage({ code: 'x', message: '<img src="x"> & \u202e' })).toContain(
      '<p>&lt;img src=&quot;x&quot;> &amp; \ufffd</p>',
    );
  });
});
