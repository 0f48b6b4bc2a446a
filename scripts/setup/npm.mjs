import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, readNote } from '../json-file.mjs';
import { readIfThere } from '../root.mjs';
import { runProgram } from '../run-program.mjs';

/** In the place of a stamp while npm installs: what such an installation has left cannot be told from what is right. */
const unfinished = 'unfinished';

/** What pnpm and Yarn note in node_modules. npm fails in the middle of what they have put there. */
const notesOfOthers = ['.modules.yaml', '.pnpm', '.yarn-state.yml', '.yarn-integrity'];

/**
 * @typedef {object} LockedFolder A folder with package.json and lock file.
 * @property {string} folder
 * @property {string} stampFile In its node_modules; written when all is installed.
 * @property {() => string} stamp
 * @property {readonly string[]} [flags] Of npm.
 */

/**
 * Installs what the lock file says without changing it. `npm ci` would do the same, but refuses a lock file that lacks the
 * native packages of some other system, and throws away what is already right. After an installation that was ended in its
 * middle nothing is right: npm takes half a package for a whole one. Nor is what another package manager has installed.
 *
 * @param {LockedFolder} locked
 */
export async function installLocked({ folder, stampFile, stamp, flags = [] }) {
  const modules = join(folder, 'node_modules');
  const isOfAnother = notesOfOthers.some((name) => existsSync(join(modules, name)));
  if (isOfAnother || readIfThere(stampFile) === unfinished) rmSync(modules, { recursive: true, force: true });
  mkdirSync(modules, { recursive: true });
  writeFileSync(stampFile, unfinished);
  const { code, output } = await npm(folder, ['install', '--no-save', '--prefer-offline', ...flags]);
  // An npm that fails by itself has put back what was there.
  if (code !== 0 && code < 128) rmSync(stampFile, { force: true });
  if (code !== 0) throw new Error(failure(output, folder));
  const missing = missingPackages(folder);
  if (missing.length > 0) throw new Error(`npm has not installed ${missing.join(', ')}. Try again to start afresh.`);
  writeFileSync(stampFile, stamp());
}

/**
 * Packages of the lock file, and of npm's own note of what it has installed, that are not there.
 *
 * @param {string} folder
 */
export function missingPackages(folder) {
  const locked = Object.entries(lockedPackages(folder));
  const required = locked.filter(([, { optional, devOptional }]) => !optional && !devOptional).map(([path]) => path);
  const installed = Object.keys(installedPackages(folder));
  const paths = [...new Set([...required, ...installed])].filter((path) => path.startsWith('node_modules/'));
  const missing = paths.filter((path) => !existsSync(join(folder, path, 'package.json')));
  // What a damaged note has named is not known, and npm writes another one.
  return noteIsDamaged(folder) ? [...missing, noteOf(folder)] : missing;
}

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 * @param {string} folder
 * @returns {Record<string, LockedPackage>} What the lock file names, by path.
 */
export function lockedPackages(folder) {
  return readJson(join(folder, 'package-lock.json')).packages ?? {};
}

/**
 * @param {string} folder
 * @returns {Record<string, LockedPackage>} What npm has noted as installed, by path; none without a note.
 */
export function installedPackages(folder) {
  return readNote(noteOf(folder))?.packages ?? {};
}

/** @param {string} folder */
function noteIsDamaged(folder) {
  return existsSync(noteOf(folder)) && readNote(noteOf(folder)) === undefined;
}

/** @param {string} folder */
function noteOf(folder) {
  return join(folder, 'node_modules', '.package-lock.json');
}

/**
 * Installs what package.json of a folder names.
 *
 * @param {string} folder
 * @param {readonly string[]} flags
 */
export async function installPackagesIn(folder, flags) {
  const { code, output } = await npm(folder, ['install', ...flags]);
  if (code !== 0) throw new Error(failure(output, folder));
}

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 */
async function npm(cwd, args) {
  const all = [...args, '--no-audit', '--no-fund', '--loglevel=error'];
  // npm names itself to its scripts; another package manager does the same, but knows nothing of our lock file.
  const own = process.env['npm_execpath'];
  if (own && /npm-cli\.[cm]?js$/.test(own)) return runProgram(process.execPath, [own, ...all], { cwd });
  return runProgram('npm', all, { cwd, shell: process.platform === 'win32' });
}

/**
 * @param {string} output
 * @param {string} folder
 */
function failure(output, folder) {
  return [...output.split('\n').slice(0, 20), `npm could not install the packages of ${folder}.`].join('\n');
}
