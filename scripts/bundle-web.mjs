import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { fromRoot, root } from './root.mjs';

/** Size limit of what a browser fetches for the first page, as gzip. */
const firstLoadLimit = 120 * 1024;

/**
 * The page that `plugboard ui` opens.
 *
 * @returns {Promise<{ files: [string, string | Buffer][], metafile: Pick<import('esbuild').Metafile, 'outputs'> }>} Its
 *   files by their path in dist, index.html last, and which sources are in them.
 */
export async function bundleWeb() {
  const configFile = fromRoot('web', 'vite.config.ts');
  const result = await inProduction(() => build({ configFile, logLevel: 'error', build: { write: false } }));
  if (Array.isArray(result) || !('output' in result)) throw new Error('Vite gave more than one page.');
  const { output } = result;
  checkFirstLoad(output);
  /** @type {[string, string | Buffer][]} */
  const built = output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : Buffer.from(file.source)]);
  const files = [...publicFiles(), ...built].toSorted(([a], [b]) => Number(isPage(a)) - Number(isPage(b)));
  return { files: files.map(([path, content]) => [join('web', path), content]), metafile: sourcesOf(output) };
}

/**
 * Vite builds what `NODE_ENV` says, and sets it. The package is the same in every environment, and `npm start` runs the
 * program in this process, whose environment its servers get.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
async function inProduction(work) {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** @param {string} path */
const isPage = (path) => path === 'index.html';

/** Vite copies them only when it writes by itself. */
function publicFiles() {
  const folder = fromRoot('web', 'public');
  return readdirSync(folder).map((name) => /** @type {[string, Buffer]} */ ([name, readFileSync(join(folder, name))]));
}

/** @typedef {import('vite').Rolldown.RolldownOutput['output']} Output */

/** @param {Output} output */
function sourcesOf(output) {
  const inputs = output.flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []));
  const named = inputs
    .filter(([id]) => id.startsWith(root))
    .map(([id, { renderedLength }]) => {
      const path = relative(root, id.replace(/\?.*$/, '')).replaceAll(sep, '/');
      return [path, { bytesInOutput: renderedLength }];
    });
  const page = { bytes: 0, inputs: Object.fromEntries(named), imports: [], exports: [] };
  return { outputs: { 'web/index.html': page } };
}

/**
 * The entry with everything it imports, the styles, and the page that is opened first.
 *
 * @param {Output} output
 */
function checkFirstLoad(output) {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const starts = [...chunks.values()].filter(
    ({ isEntry, facadeModuleId }) => isEntry || facadeModuleId?.includes('/ServersPage.vue'),
  );
  if (starts.length !== 2) throw new Error('The first page of the web app is not where it was.');
  /** @type {Set<string>} */
  const wanted = new Set();
  const visit = (/** @type {string} */ name) => {
    if (wanted.has(name)) return;
    wanted.add(name);
    const chunk = chunks.get(name);
    for (const next of chunk?.imports ?? []) visit(next);
  };
  for (const { fileName } of starts) visit(fileName);
  const bytes = output
    .filter(({ fileName }) => wanted.has(fileName) || fileName.endsWith('.css') || isPage(fileName))
    .map((file) => gzipSync(file.type === 'chunk' ? file.code : file.source).length)
    .reduce((sum, length) => sum + length, 0);
  if (bytes <= firstLoadLimit) return;
  throw new Error(`The page loads ${bytes} bytes (gzip) before it shows anything; ${firstLoadLimit} are allowed.`);
}
