import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Hono } from 'hono';
import { Refusal } from '../refusal.ts';
import { contentTypeOf } from './content-types.ts';

/** Names with a hash stand for one content for ever. */
const FOR_EVER = 'private, max-age=31536000, immutable';

/**
 * The files of the built page. Only names that were there when the server started are served, so no path leads out of the
 * directory; every other path is one of the page's own, and it knows what to show. It is sent with the chosen theme in it,
 * so that it is drawn in the right colours from the start.
 */
export function webFiles(root: string, theme: () => Promise<string>): Hono {
  const files = new Map(namesIn(root).map((name) => [`/${name}`, join(root, name)]));
  return new Hono().get('*', async (context) => {
    const { path } = context.req;
    const file = files.get(path);
    if (file === undefined && /\.[a-z0-9]+$/i.test(path.slice(path.lastIndexOf('/'))) && path.startsWith('/assets/'))
      throw new Refusal(404, { code: 'not-found', message: `There is no ${path}.` });
    const found = file ?? files.get('/index.html');
    if (found === undefined) throw new Refusal(500, { code: 'internal', message: 'The page has not been built.' });
    if (found.endsWith('.html')) {
      const page = await readFile(found, 'utf8');
      context.header('cache-control', 'no-cache');
      return context.html(page.replace('data-theme="system"', `data-theme="${await theme()}"`));
    }
    const isHashed = file !== undefined && path.startsWith('/assets/');
    return context.body(new Uint8Array(await readFile(found)), 200, {
      'content-type': contentTypeOf(found),
      'cache-control': isHashed ? FOR_EVER : 'no-cache',
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
