import { readdirSync, readFileSync } from 'node:fs';
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
 * The files of the built page, as they were when the server started: an update meanwhile gives them other names. Only
 * these are served, so no path leads out of the directory; every other path is one of the page's own, and it knows what
 * to show.
 */
export function webFiles(root: string, theme: () => Promise<string>): Hono {
  const { 'index.html': page, ...files } = filesIn(root);
  return new Hono().get('*', async (context) => {
    const { path } = context.req;
    const file = files[path.slice(1)];
    if (file)
      return context.body(file, 200, {
        'content-type': contentTypeOf(path),
        'cache-control': path.startsWith(HASHED) ? FOR_EVER : 'no-cache',
      });
    if (path.startsWith(HASHED)) throw new Refusal(404, { code: 'not-found', message: `There is no ${path}.` });
    if (!page) throw new Refusal(500, { code: 'internal', message: 'The page has not been built.' });
    // Said before the first paint, because no script may stand in the page.
    const text = Buffer.from(page)
      .toString()
      .replace(NO_CHOICE, `data-theme="${await theme()}"`);
    return context.html(text, 200, { 'cache-control': 'no-cache' });
  });
}

/** By their path in the directory. */
function filesIn(root: string): Readonly<Record<string, Uint8Array<ArrayBuffer>>> {
  try {
    const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
    const files = paths.map((path) => [relative(root, path).split(sep).join('/'), new Uint8Array(readFileSync(path))]);
    return Object.assign(Object.create(null), Object.fromEntries(files));
  } catch {
    return {};
  }
}
