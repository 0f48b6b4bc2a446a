import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Api, startApi } from './support/api.ts';

const page = '<!doctype html><html data-theme="system"><title>page</title></html>';

async function served(): Promise<Api & { webRoot: string }> {
  const folder = mkdtempSync(join(homedir(), 'web-'));
  const webRoot = join(folder, 'web');
  mkdirSync(join(webRoot, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'outside.txt'), 'outside');
  writeFileSync(join(webRoot, 'index.html'), page);
  writeFileSync(join(webRoot, 'icon.svg'), '<svg/>');
  writeFileSync(join(webRoot, 'assets', 'main-abc123.js'), 'let a;');
  writeFileSync(join(webRoot, 'assets', 'main-abc123.css'), 'a{}');
  return { ...(await startApi({ webRoot })), webRoot };
}

it.each([
  ['/assets/main-abc123.js', 'text/javascript; charset=utf-8', 'private, max-age=31536000, immutable'],
  ['/assets/main-abc123.css', 'text/css; charset=utf-8', 'private, max-age=31536000, immutable'],
  ['/icon.svg', 'image/svg+xml', 'no-cache'],
  ['/', 'text/html; charset=UTF-8', 'no-cache'],
])('serves %s as what it is', async (path, type, cache) => {
  const { ask } = await served();
  const { status, headers } = await ask(path);
  expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
    status: 200,
    type,
    cache,
  });
  expect(headers['content-security-policy']).toContain("default-src 'self'");
});

it('serves the page for each of its own paths', async () => {
  const { ask } = await served();
  for (const path of ['/servers', '/servers/io.github.x%2Fy/tools', '/index.html', '/history/abc'])
    expect((await ask(path)).text).toBe(page);
});

it('sets the chosen colors before anything is painted', async () => {
  const { ask } = await served();
  await ask('/api/settings', { method: 'PUT', body: { theme: 'dark' } });
  expect((await ask('/servers')).text).toContain('data-theme="dark"');
});

it('never leaves its directory', async () => {
  const { ask } = await served();
  const paths = [
    '/../outside.txt',
    '/assets/../../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/..\\outside.txt',
    '//etc/passwd',
    '/assets/%00',
    '/__proto__',
    '/constructor',
  ];
  for (const path of paths) {
    const { status, text } = await ask(path);
    expect({ path, outside: text.includes('outside') || text.includes('root:') }).toEqual({ path, outside: false });
    expect([200, 400, 404]).toContain(status);
  }
});

it('does not take the page for a script that is gone', async () => {
  const { ask } = await served();
  expect((await ask('/assets/main-old.js')).status).toBe(404);
});

it('answers unknown paths of the interface in its own way', async () => {
  const { ask } = await served();
  const { status, json } = await ask('/api/nothing', { headers: { accept: 'application/json' } });
  expect({ status, body: json() }).toEqual({
    status: 404,
    body: { error: { code: 'not-found', message: 'Not found: GET /api/nothing.' } },
  });
});

it('says so when the page was never built', async () => {
  const { ask } = await startApi({ webRoot: '/nowhere' });
  const { status, text } = await ask('/');
  expect({ status, text: text.includes('not built') }).toEqual({ status: 500, text: true });
});
