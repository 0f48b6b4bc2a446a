import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Hono } from 'hono';
import { Refusal } from '../refusal.ts';
import { contentTypeOf } from './content-types.ts';

/** Names in it have a hash, so each stands for one content for ever. */
const HASHED = '/assets/';
const FOR_EVER = 'private, max-age=31536000, immutable';

/** What the page says about its colours before it knows what somebody has chosen. */
const NO_CHOICE = 'data-theme="system"';

/**
 * The files of the built page. Only names that were there when the server started are served, so no path leads out of the
 * directory; every other path is one of the page's own, and it knows what to show.
 */
export function webFiles(root: string, theme: () => Promise<string>): Hono {
  const files = new Map(namesIn(root).map((name) => [`/${name}`, join(root, name)]));
  const page = async (): Promise<string> => {
    const text = await readFile(join(root, 'index.html'), 'utf8').catch(() => {
      throw new Refusal(500, { code: 'internal', message: 'The page has not been built.' });
    });
    // Said before the first paint, because no script may stand in the page.
    return text.replace(NO_CHOICE, `data-theme="${await theme()}"`);
  };
  return new Hono().get('*', async (context) => {
    const { path } = context.req;
    const file = path === '/index.html' ? undefined : files.get(path);
    if (file === undefined && path.startsWith(HASHED))
      throw new Refusal(404, { code: 'not-found', message: `There is no ${path}.` });
    if (file === undefined) return context.html(await page(), 200, { 'cache-control': 'no-cache' });
    return context.body(new Uint8Array(await readFile(file)), 200, {
      'content-type': contentTypeOf(file),
      'cache-control': path.startsWith(HASHED) ? FOR_EVER : 'no-cache',
    });
  });
}

function namesIn(root: string): string[] {
  try {
    const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'));
  } catch {
    return [];
  }
}
