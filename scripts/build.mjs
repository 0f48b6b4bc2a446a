import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { bundleProgram } from '../loader/build/bundle-program.mjs';
import { warmProgram } from '../loader/build/warm-program.mjs';
import { bundleScreens } from './bundle-screens.mjs';
import { bundleWeb } from './bundle-web.mjs';
import { shippedBundle } from './node-bundle.mjs';
import { packageBin } from './package-bin.mjs';
import { fromRoot } from './root.mjs';
import { buildStamp, buildStampFile } from './setup/build-stamp.mjs';
import { withLock } from './setup/lock.mjs';
import { thirdPartyLicenses } from './third-party-licenses.mjs';

const run = promisify(execFile);
const dist = fromRoot('dist');
const manifest = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));

/**
 * Builds dist: the library, the page, and the program as scripts of their own. Dependencies are bundled too, so that few files are
 * opened. What is loaded late with `import()` becomes a chunk of its own.
 *
 * Every file is written beside its place and renamed into it, so a command started meanwhile finds the old or the new
 * program, never half of one.
 *
 * @param {{ checked: boolean }} options Checking the types takes seconds, so only packing and checking ask for it. The
 * declarations are made in any case: a checkout that is linked into another project is used like the package.
 */
export async function build({ checked }) {
  const stamp = buildStamp();
  rmSync(buildStampFile, { force: true });
  const [files] = await Promise.all([bundle(), emitTypes(checked)]);
  for (const [path, content] of files) replaceFile(join(dist, path), content);
  removeAllBut(new Set([...files.keys()].map((path) => join(dist, path))));
  warmProgram();
  writeFileSync(buildStampFile, stamp);
}

/** @returns {Promise<Map<string, string | Buffer>>} The content of each output by its path in dist, entry points last. */
async function bundle() {
  const define = { PLUGBOARD_VERSION: JSON.stringify(manifest.version) };
  const result = await esbuild
    .build({
      ...shippedBundle,
      entryPoints: ['src/library/*.ts'],
      outdir: 'dist',
      chunkNames: 'chunks/[name]-[hash]',
      charset: 'utf8',
      define,
    })
    .catch(async (/** @type {esbuild.BuildFailure} */ failure) => {
      throw new Error(
        (await esbuild.formatMessages(failure.errors ?? [], { kind: 'error' })).join('') || String(failure),
      );
    });
  const program = await bundleProgram(define);
  const screens = await bundleScreens(program.screens);
  const web = await bundleWeb();
  await esbuild.stop();
  const outputs = [...result.outputFiles, ...screens.outputFiles].map(
    ({ path, text }) => /** @type {[string, string]} */ ([relative(dist, path), withRequire(text)]),
  );
  const chunksFirst = outputs.toSorted(([left], [right]) => Number(right.includes(sep)) - Number(left.includes(sep)));
  const licenses = await thirdPartyLicenses(result.metafile, program.metafile, screens.metafile, web.metafile);
  /** @type {[string, string | Buffer][]} */
  const files = [['THIRD-PARTY-LICENSES.txt', licenses], ...chunksFirst, ...web.files, ...program.files];
  return new Map(files);
}

/**
 * CommonJS dependencies ask for Node's modules with `require`, which a module does not have. esbuild's stand-in uses
 * a real one when it is in scope; only the output that holds the stand-in gets it.
 *
 * @param {string} text
 */
function withRequire(text) {
  if (!text.includes('typeof require !== "undefined" ? require')) return text;
  const lines = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
  return text.startsWith('#!') ? text.replace('\n', `\n${lines}`) : lines + text;
}

/** @param {boolean} checked */
async function emitTypes(checked) {
  const fresh = join(dist, `.types-${process.pid}`);
  const project = ['-p', fromRoot('tsconfig.build.json'), '--outDir', fresh];
  try {
    await run(process.execPath, [packageBin('typescript', 'tsc'), ...project, ...(checked ? [] : ['--noCheck'])]);
    rmSync(join(dist, 'types'), { recursive: true, force: true });
    renameSync(fresh, join(dist, 'types'));
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // The compiler says on standard output what is wrong.
    throw new Error(/** @type {{ stdout?: string }} */ (error).stdout || String(error), { cause: error });
  }
}

/**
 * @param {string} path
 * @param {string | Buffer} content
 */
function replaceFile(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}.tmp`;
  writeFileSync(fresh, content);
  renameSync(fresh, path);
}

/** @param {Set<string>} files Those that are kept, besides the declarations. */
function removeAllBut(files) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const inTypes = relative(dist, path).split(sep)[0] === 'types';
    if (entry.isFile() && !files.has(path) && !inTypes) rmSync(path);
  }
}

// Started itself instead of imported by the set-up.
if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  try {
    await withLock(() => build({ checked: process.argv.includes('--check') }));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
