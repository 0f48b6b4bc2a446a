import { createHash } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fromRoot, readIfThere, root } from '../root.mjs';
import { installStamp } from './install.mjs';

export const buildStampFile = fromRoot('dist', '.stamp');

export function buildIsMissing() {
  const [stamp, ...outputs] = (readIfThere(buildStampFile) ?? '').split('\n');
  return stamp !== buildStamp() || outputs.length === 0 || !outputs.every((line) => line === outputLine(line));
}

/**
 * Notes that a build is complete, and what it has written: a file that is removed or cut off later is built again.
 *
 * @param {string} stamp As it was before the build.
 * @param {readonly string[]} outputs Paths in dist.
 */
export function noteBuild(stamp, outputs) {
  writeFileSync(buildStampFile, [stamp, ...outputs.map(outputLine)].join('\n'));
}

/**
 * @param {string} output A path in dist, or such a line.
 * @returns {string} With the size of the file.
 */
function outputLine(output) {
  const [path = ''] = output.split('\t');
  return `${path}\t${statSync(fromRoot('dist', path), { throwIfNoEntry: false })?.size}`;
}

/** Sizes and times instead of contents: this is asked before every command, and a needless build is cheap. */
export function buildStamp() {
  const hash = createHash('sha256').update(installStamp());
  for (const path of buildInputs()) {
    const { size, mtimeMs } = statSync(fromRoot(path), { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function buildInputs() {
  const single = [
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/build-dist.mjs',
    'scripts/bundle-screens.mjs',
    'scripts/bundle-types.mjs',
    'scripts/bundle-web.mjs',
    'scripts/node-bundle.mjs',
    'scripts/third-party-licenses.mjs',
    'LICENSE',
    'bin/plugboard.js',
  ];
  const entries = ['src', 'web', 'loader', 'scripts/licenses'].flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, withFileTypes: true }),
  );
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return [...single, ...files.map((file) => relative(root, file)).toSorted()];
}
