import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as esbuild from 'esbuild';
import { bundleProgram } from '../loader/build/bundle-program.mjs';
import { warmProgram } from '../loader/build/warm-program.mjs';
import { bundleScreens } from './bundle-screens.mjs';
import { bundleWeb } from './bundle-web.mjs';
import { packageBin } from './package-bin.mjs';
import { fromRoot } from './root.mjs';
import { allOf, runProgram } from './run-program.mjs';
import { buildStamp, buildStampFile, noteBuild } from './setup/build-stamp.mjs';
import { thirdPartyLicenses } from './third-party-licenses.mjs';

const dist = fromRoot('dist');
const declarations = join(dist, 'declarations');
const manifest = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));

/**
 * Builds dist: the program with the library, the page, and the declarations. Dependencies are bundled, so that few files
 * are opened and none has to be installed.
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
  const [bundled, types] = await allOf([bundle(), emitTypes(checked)]);
  const files = new Map([...types, ...bundled]);
  for (const [path, content] of files) replaceFile(join(dist, path), content);
  removeAllBut(new Set([...files.keys()].map((path) => join(dist, path))));
  warmProgram();
  noteBuild(stamp, [...files.keys()]);
}

/** @returns {Promise<Map<string, string | Buffer>>} The content of each output by its path in dist, entry points last. */
async function bundle() {
  const program = await bundleProgram({ PLUGBOARD_VERSION: JSON.stringify(manifest.version) }).catch(explain);
  const screens = await bundleScreens(program.screens);
  const web = await bundleWeb();
  await esbuild.stop();
  const licenses = await thirdPartyLicenses(program.metafile, screens.metafile, web.metafile);
  const screenFiles = screens.outputFiles.map(
    ({ path, text }) => /** @type {[string, string]} */ ([relative(dist, path), text]),
  );
  return new Map([['THIRD-PARTY-LICENSES.txt', licenses], ...screenFiles, ...web.files, ...program.files]);
}

/**
 * @param {esbuild.BuildFailure} failure
 * @returns {Promise<never>}
 */
async function explain(failure) {
  const messages = await esbuild.formatMessages(failure.errors ?? [], { kind: 'error' });
  throw new Error(messages.join('') || String(failure), { cause: failure });
}

/**
 * Emits the declarations of `src` to dist/declarations. For the package they are rolled up, which takes seconds; a
 * checkout refers to them.
 *
 * @param {boolean} checked
 * @returns {Promise<[path: string, text: string][]>} The declarations of the entry points by their paths in dist.
 */
async function emitTypes(checked) {
  const fresh = join(dist, `.declarations-${process.pid}`);
  const project = ['-p', fromRoot('tsconfig.build.json'), '--outDir', fresh];
  const compiler = [packageBin('typescript', 'tsc'), ...project, ...(checked ? [] : ['--noCheck'])];
  try {
    const { code, output } = await runProgram(process.execPath, compiler);
    if (code !== 0) throw new Error(output);
    rmSync(declarations, { recursive: true, force: true });
    renameSync(fresh, declarations);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  const files = checked ? await rolledUp() : references();
  return files.map(([path, text]) => [join('types', path), text]);
}

// Loaded late, because only packing needs it.
const rolledUp = async () => (await import('./bundle-types.mjs')).bundleTypes(declarations);

/** @returns {[path: string, text: string][]} */
function references() {
  return readdirSync(join(declarations, 'library')).map((file) => [
    file,
    `export * from '../declarations/library/${file.replace(/\.d\.ts$/, '.js')}';\n`,
  ]);
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
    if (entry.isFile() && !files.has(path) && !path.startsWith(declarations)) rmSync(path);
  }
}
