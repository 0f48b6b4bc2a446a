import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleTypes } from '../../../scripts/bundle-types.mjs';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
};

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });

/**
 * The tarball that would be published, as a path. `npm pack` in the checkout would build again below the feet of other
 * tests, so the built files are packed elsewhere, with declarations rolled up as for a release.
 */
export async function packed(): Promise<string> {
  const stage = mkdtempSync(join(homedir(), 'stage-'));
  const names = ['package.json', 'README.md', 'LICENSE', ...manifest.files.filter((name) => !name.startsWith('!'))];
  for (const name of names) cpSync(join(root, name), join(stage, name), { recursive: true });
  rmSync(join(stage, 'dist', 'types'), { recursive: true });
  for (const [path, text] of await bundleTypes(join(root, 'dist', 'declarations'))) {
    const file = join(stage, 'dist', 'types', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return join(stage, npm(['pack', '--ignore-scripts', '--silent'], stage).trim());
}

/** Installs a tarball into an empty folder. */
export function install(tarball: string): string {
  const folder = mkdtempSync(join(homedir(), 'project-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  npm(['install', tarball], folder);
  return folder;
}

/** Sum of the sizes of all files below a folder. */
export function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
