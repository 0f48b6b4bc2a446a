import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { scriptBundle } from './node-bundle.mjs';
import { fromRoot } from './root.mjs';
import { ensure } from './setup.mjs';

// Runs a TypeScript file with its arguments. Node 20 cannot do that itself, so the file is bundled first; packages
// stay outside and are found because the bundle lies below node_modules.
const [file, ...args] = process.argv.slice(2);
if (!file) {
  process.stderr.write('usage: node scripts/run-ts.mjs <file.ts> [arguments]\n');
  process.exit(2);
}
await ensure(['install']);

const esbuild = await import('esbuild');
const script = resolve(file);
const result = await esbuild
  .build({
    ...scriptBundle,
    entryPoints: [script],
    write: false,
    plugins: [{ name: 'own-location', setup: keepLocation }],
  })
  .catch(() => process.exit(1)); // esbuild has reported the error.
await esbuild.stop();

process.argv = [process.execPath, script, ...args];
process.setSourceMapsEnabled(true);
await import(pathToFileURL(cached(result.outputFiles[0]?.text ?? '')).href);

/**
 * In the bundle, `import.meta` would speak of the bundle; scripts look for files beside themselves.
 *
 * @param {import('esbuild').PluginBuild} build
 */
function keepLocation(build) {
  build.onLoad({ filter: /\.(ts|mjs|js)$/ }, ({ path }) => ({
    contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    loader: path.endsWith('.ts') ? 'ts' : 'js',
  }));
}

/**
 * Named by its content, so runs at the same time write the same file or different ones.
 *
 * @param {string} text
 */
function cached(text) {
  const folder = fromRoot('node_modules', '.cache', 'plugboard');
  const name = `${basename(script, '.ts')}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`;
  mkdirSync(folder, { recursive: true });
  const fresh = join(folder, `${name}.${process.pid}.tmp`);
  writeFileSync(fresh, text);
  renameSync(fresh, join(folder, name));
  return join(folder, name);
}
