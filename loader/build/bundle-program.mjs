import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../../scripts/root.mjs';
import { pack } from '../pack.mjs';
import { bundleParts, librarySources, mainSource } from './bundle-parts.mjs';
import { convertPart } from './convert-part.mjs';
import { planScripts } from './plan-scripts.mjs';

/**
 * Bundles the program and the library into a pack of scripts, with the loader that runs them and a module per subpath of
 * the library.
 *
 * @param {Record<string, string>} define
 * @returns {Promise<{ files: [string, string | Buffer][], metafile: esbuild.Metafile, screens: string[] }>} The files by
 *   their paths in dist, and the sources of the screens that the program opens.
 */
export async function bundleProgram(define) {
  const { outputFiles, metafile, screens } = await bundleParts(define);
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const scripts = await Promise.all(
    planScripts(metafile.outputs, mainSource).map(async (paths) => {
      const parts = await Promise.all(
        paths.map(async (path) => {
          const name = basename(path);
          const code = await convertPart(name, texts.get(name) ?? '', metafile.outputs[path]?.exports ?? []);
          return /** @type {const} */ ([name, code]);
        }),
      );
      return scriptOf(parts);
    }),
  );
  const loader = await bundleLoader();
  return {
    files: [
      ['program', pack({ build: hashOf(scripts) }, scripts)],
      ['loader.cjs', loader],
      ...librarySources.map((source) => libraryModule(source, metafile.outputs)),
    ],
    metafile,
    screens,
  };
}

/**
 * A module that exports what a part of the pack exports. The names are written out, because a module must declare them.
 *
 * @param {string} source
 * @param {esbuild.Metafile['outputs']} outputs
 * @returns {[path: string, text: string]}
 */
function libraryModule(source, outputs) {
  const [path, output] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source) ?? [];
  if (!path || !output) throw new Error(`${source} is not in the bundle.`);
  const text = `import { createRequire } from 'node:module';
const { load } = createRequire(import.meta.url)('./loader.cjs');
export const { ${output.exports.toSorted().join(', ')} } = load('./${basename(path)}');
`;
  return [`${basename(source, '.ts')}.js`, text];
}

/**
 * @param {readonly (readonly [name: string, code: string])[]} parts
 * @returns {readonly [names: string, script: Buffer]}
 */
function scriptOf(parts) {
  const table = parts.map(([name, code]) => `${JSON.stringify(name)}:${code}`).join(',\n');
  return [parts.map(([name]) => name).join(' '), inAscii(`({${table}})`)];
}

/**
 * The loader reads scripts with one byte per character. esbuild escapes all others, except in regular expressions.
 *
 * @param {string} script
 */
function inAscii(script) {
  // oxlint-disable-next-line no-control-regex -- all of ASCII.
  const at = script.search(/[^\u0000-\u007f]/);
  if (at === -1) return Buffer.from(script, 'latin1');
  const around = script.slice(Math.max(0, at - 60), at + 60);
  throw new Error(`The program contains a non-ASCII character, likely in a regular expression; escape it:\n${around}`);
}

/** @param {readonly (readonly [string, Buffer])[]} scripts */
function hashOf(scripts) {
  const hash = createHash('sha256');
  for (const [names, script] of scripts) hash.update(`${names}\n`).update(script);
  return hash.digest('hex').slice(0, 16);
}

async function bundleLoader() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['loader/run/main.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
