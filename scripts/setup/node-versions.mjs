import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNote } from '../json-file.mjs';
import { fromRoot } from '../root.mjs';
import { cachedPackages } from './cached-packages.mjs';

/** The newest release of each supported Node version, from npm. */
const versions = ['20.20.2', '22.23.3', '24.21.0'];
const isWindows = process.platform === 'win32';
const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;

/** Where the programs are. Tests have a home of their own and could not find them otherwise. */
const noteFile = fromRoot('node_modules', '.plugboard-node-versions');

/** @returns {{ version: string, program: string }[]} The versions of Node that the package is tested with. */
export function nodeVersions() {
  const found = readNote(noteFile);
  return Array.isArray(found) ? found.filter((node) => node?.program) : [];
}

export function nodeVersionsAreMissing() {
  const found = nodeVersions();
  return !versions.every((version) => found.some((node) => node.version === version && existsSync(node.program)));
}

export async function installNodeVersions() {
  const found = [];
  for (const version of versions) found.push({ version, program: await programOf(version) });
  writeFileSync(noteFile, JSON.stringify(found));
}

/** @param {string} version */
async function programOf(version) {
  if (version === process.versions.node) return process.execPath;
  const folder = await cachedPackages(`node@${version}`, { [name]: version });
  const program = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (!existsSync(program)) throw new Error(`${name} ${version} has no program at ${program}`);
  return program;
}
