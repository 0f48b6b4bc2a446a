import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fromRoot, readIfThere, root } from '../root.mjs';
import { installStamp } from './install.mjs';

export const buildStampFile = fromRoot('dist', '.stamp');

export function buildIsMissing() {
  const outputs = [fromRoot('dist', 'program'), fromRoot('dist', 'types', 'index.d.ts')];
  return !outputs.every((path) => existsSync(path)) || readIfThere(buildStampFile) !== buildStamp();
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
    'bin/plugboard.js',
  ];
  const entries = ['src', 'web', 'loader'].flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, withFileTypes: true }),
  );
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return [...single, ...files.map((file) => relative(root, file)).toSorted()];
}
