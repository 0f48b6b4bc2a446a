import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Hono } from 'hono';
import { HttpError } from '../http-error.ts';

/** File names in it contain a hash, so their content never changes. */
const HASHED = '/assets/';
const FOR_EVER = 'private, max-age=31536000, immutable';

/** The theme attribute in the page before the user's choice is applied. */
const NO_CHOICE = 'data-theme="system"';

/** The attribute for the position in the events, before it is known. */
const NO_POSITION = 'data-events=""';

/**
 * The files of the built page, as read at startup: an update would rename them. Only these files are served, so no path
 * can escape the directory; all other paths are routes of the page.
 */
export function webFiles(root: string, theme: () => Promise<string>, position: () => string): Hono {
  const { 'index.html': page, ...files } = filesIn(root);
  return new Hono().get('*', async (context) => {
    const { path } = context.req;
    const file = files[path.slice(1)];
    if (file)
      return context.body(file, 200, {
        'content-type': contentTypeOf(path),
        'cache-control': path.startsWith(HASHED) ? FOR_EVER : 'no-cache',
      });
    if (path.startsWith(HASHED)) throw new HttpError(404, { code: 'not-found', message: `Not found: ${path}.` });
    if (!page) throw new HttpError(500, { code: 'internal', message: 'The page is not built.' });
    // Set before the first paint, because the CSP forbids inline scripts.
    const text = Buffer.from(page)
      .toString()
      .replace(NO_CHOICE, `data-theme="${await theme()}"`)
      // What the page reads is newer than this, so it hears of everything that happens after its reading.
      .replace(NO_POSITION, `data-events="${position()}"`);
    return context.html(text, 200, { 'cache-control': 'no-cache' });
  });
}

/** By path relative to the directory. */
function filesIn(root: string): Readonly<Record<string, Uint8Array<ArrayBuffer>>> {
  try {
    // Only names: Yarn's Plug'n'Play, which reads from an archive, does not say in which directory an entry is.
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(root, path)).isFile(),
    );
    const files = paths.map((path) => [path.split(sep).join('/'), new Uint8Array(readFileSync(join(root, path)))]);
    return Object.assign(Object.create(null), Object.fromEntries(files));
  } catch {
    return {};
  }
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

function contentTypeOf(path: string): string {
  return types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
