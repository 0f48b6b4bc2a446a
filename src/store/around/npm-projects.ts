import { isMap, type Value, type ValueMap } from '../../model/value.ts';
import { InstalledPackages } from './installed-packages.ts';
import { isHarmlessNpmrc } from './npmrc.ts';
import { entriesOf, exists, folded, isDirectory, isFile, mapOf } from './quick-files.ts';

/**
 * What npm takes from the project around a directory: the nearest one with a manifest or installed packages, and those
 * above it that may have it as a workspace. `directories` are the directory and those above it, `names` the words for
 * which npm looks, with their versions and without.
 */
export function npmChange(directories: readonly string[], names: ReadonlySet<string>): string | undefined {
  const [cwd, top] = [directories[0], directories.at(-1)];
  if (cwd === undefined || top === undefined) return undefined;
  const nearest = directories.findIndex((one) => isFile(`${one}/package.json`) || isDirectory(`${one}/node_modules`));
  const above = nearest === -1 ? [] : directories.slice(nearest + 1).filter(hasWorkspaces);
  const roots = new Set([cwd, ...directories.slice(nearest, nearest === -1 ? 0 : nearest + 1), ...above]);
  for (const root of roots) {
    if (!isHarmlessNpmrc(`${root}/.npmrc`)) return '.npmrc';
    const manifest = mapOf(`${root}/package.json`);
    if (manifest === 'unreadable' || (manifest && offers(manifest, root, names))) return 'package.json';
    const installed = new InstalledPackages(names, top);
    if (installed.isIn(root)) return 'node_modules';
    if (manifest && workspacesOf(manifest, root).some((one) => one === 'any' || installed.isPackage(one, true)))
      return 'package.json';
  }
  return undefined;
}

function hasWorkspaces(directory: string): boolean {
  const manifest = mapOf(`${directory}/package.json`);
  return manifest === 'unreadable' || Boolean(manifest?.['workspaces']);
}

/** Whether a project has one of these names, or offers a program with one, in any form that npm reads. */
function offers(manifest: ValueMap, root: string, names: ReadonlySet<string>): boolean {
  const { name, bin, directories } = manifest;
  if (typeof name === 'string' && names.has(folded(name))) return true;
  if (!bin) {
    const folder = isMap(directories) ? directories['bin'] : undefined;
    return typeof folder === 'string' && exists(`${root}/${folder}`);
  }
  return programsOf(name, bin).some((one) =>
    names.has(
      folded(one)
        .replaceAll(/[\\:]/g, '/')
        .replace(/^.*\/(?=.)/s, '')
        .replace(/\/+$/, ''),
    ),
  );
}

function programsOf(name: Value | undefined, bin: Value): string[] {
  if (typeof bin === 'string') return typeof name === 'string' ? [name] : [];
  if (Array.isArray(bin)) return bin.map(String);
  return isMap(bin) ? Object.keys(bin) : [];
}

/** More directories cannot be looked at quickly. */
const MOST_BELOW = 2000;

/** Directories that may be workspaces of a project; `any` if that cannot be told. */
function workspacesOf(manifest: ValueMap, root: string): string[] {
  const { workspaces } = manifest;
  if (!workspaces) return [];
  const listed = isMap(workspaces) ? workspaces['packages'] : workspaces;
  if (!Array.isArray(listed)) return ['any'];
  return listed.map(String).flatMap((pattern) => {
    // Braces, classes and a second `!` mean more than they say.
    if (!/^!?[\w@./*-]*$/.test(pattern)) return ['any'];
    if (pattern.startsWith('!')) return [];
    let found = [root];
    for (const part of pattern.split('/').filter((one) => one !== '' && one !== '.')) {
      if (part === '..' || found.includes('any')) return ['any'];
      found = [...new Set(found.flatMap((one) => (part.includes('**') ? allBelow(one) : below(one, part))))];
      if (found.length > MOST_BELOW) return ['any'];
    }
    return found;
  });
}

/** More than what a pattern with signs matches is no harm. */
function below(directory: string, part: string): string[] {
  if (/^[\w@.-]+$/.test(part)) return [`${directory}/${part}`];
  const entries = entriesOf(directory);
  if (entries === 'unreadable') return ['any'];
  return entries.flatMap(({ name }) => (name === 'node_modules' ? [] : [`${directory}/${name}`]));
}

/** A directory and all below it, where no link is followed. */
function allBelow(directory: string): string[] {
  const found = [directory];
  for (const one of found) {
    if (found.length > MOST_BELOW) return ['any'];
    const entries = entriesOf(one);
    if (entries === 'unreadable') return ['any'];
    const inside = entries.filter(
      ({ name, isFile: isPlain }) => !isPlain && name !== 'node_modules' && name !== '.git',
    );
    // What a link leads to may have any depth.
    if (inside.some(({ isLink }) => isLink)) return ['any'];
    found.push(...inside.map(({ name }) => `${one}/${name}`));
  }
  return found;
}
