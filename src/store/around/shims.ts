import { absolute, extensionsFor, searchPath } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { helpersOf } from '../../model/launcher/start-line.ts';
import { programName } from '../../model/shell/program-name.ts';
import { isMap, type Value } from '../../model/value.ts';
import { entriesOf, exists, isExecutable, isFile, mapOf, realPathOf, textOf } from './quick-files.ts';

/** What decides where programs are found. */
export type Machine = Pick<Host, 'env' | 'platform'>;

/**
 * The settings in one of these directories with which a version manager chooses the program that a shim starts; undefined
 * if there are none, or if no shim starts. A program such as npx also starts `node` by its name.
 */
export function shimChange(
  machine: Machine,
  cwd: string,
  directories: readonly string[],
  program: string,
): string | undefined {
  const found = [program, ...helpersOf(program)].flatMap((name) => foundProgram(machine, cwd, name));
  if (!found.some(isShim)) return undefined;
  return directories.map(settingsIn).find((one) => one !== undefined);
}

function foundProgram(machine: Machine, cwd: string, program: string): string[] {
  const bases = /[/\\]/.test(program)
    ? [absolute(program, cwd)]
    : searchPath(machine).map((one) => `${one}/${program}`);
  const paths = bases.flatMap((base) =>
    extensionsFor(program, machine).map((extension) => base + extension.toLowerCase()),
  );
  const found = paths.find((path) => isFile(path) && (machine.platform === 'win32' || isExecutable(path)));
  return found === undefined ? [] : [found];
}

/** Directories in which every program is a shim, and Corepack, whose shims have the names of what they start. */
const OF_SHIMS = /\/(?:shims|\.?volta|nodist|corepack)\//i;

/** Whether a program may start another one: it is where shims are, or a link to a program of another name. */
function isShim(path: string): boolean {
  const [found, real] = [path.replaceAll('\\', '/'), realPathOf(path)];
  if (OF_SHIMS.test(found) || OF_SHIMS.test(real)) return true;
  const [name, other] = [found, real].map((one) => programName(one).replace(/\.[cm]?js$/, '')) as [string, string];
  // `npx-cli.js`, `python3.12`, and `bun` for `bunx`.
  return !other.startsWith(name) && !name.startsWith(other) && !(name === 'sh' && SHELL.test(other));
}

const SHELL = /^(?:(?:ba|da|a|k|mk|z|ya)?sh|busybox)$/;

/** Settings of mise, asdf, proto, vfox, aqua, Volta, Corepack, and of those that follow one file per language. */
const SETTINGS =
  /^(?:\.?mise(?:\..*)?|\.miserc.*|\.?rtx(?:\..*)?|\.tool-versions.*|\.prototools.*|\.?vfox(?:\..*|rc)?|\.?aqua(?:\.ya?ml)?|\.volta|\.corepack\.env|\.(?:[\w-]*node|nodejs|nodist|npm|pnpm|yarn|bun|deno|python|pypy|uv|pipx|java|dotnet)-versions?|\.(?:nvm|dvm|yvm|sdkman)rc|rust-toolchain(?:\.toml)?)$/i;

function settingsIn(directory: string): string | undefined {
  const entries = entriesOf(directory);
  if (entries === 'unreadable') return directory;
  const found = entries.find(({ name }) => SETTINGS.test(name) && !isPlainFile(`${directory}/${name}`, name));
  if (found) return found.name;
  const hidden = ['.config/mise', '.config/mise.toml', '.config/aqua'].find((one) => exists(`${directory}/${one}`));
  if (hidden !== undefined) return hidden;
  const manifest = mapOf(`${directory}/package.json`);
  if (manifest === undefined) return undefined;
  const isPlain =
    manifest !== 'unreadable' &&
    isPlainVolta(manifest['volta']) &&
    (manifest['packageManager'] === undefined || isRelease(manifest['packageManager'])) &&
    manifest['devEngines'] === undefined;
  return isPlain ? undefined : 'package.json';
}

/** Tools of which a released version is always from the same place. Before these versions, they start other things. */
const OLDEST: Readonly<Record<string, number>> = {
  node: 18,
  nodejs: 18,
  npm: 8,
  pnpm: 8,
  yarn: 2,
  bun: 1,
  deno: 1,
  uv: 0,
  python: 3,
  ruby: 2,
  go: 1,
  golang: 1,
  java: 8,
  rust: 1,
  terraform: 0,
  kubectl: 1,
  helm: 3,
};

/** Whether a file only says which released versions to use. */
function isPlainFile(path: string, name: string): boolean {
  const lines = (textOf(path) || '-').split(/\r?\n/).filter((line) => !/^\s*(?:#|$)/.test(line));
  const words = lines.map((line) =>
    line
      .replace(/\s#.*$/, '')
      .trim()
      .split(/\s+/),
  );
  if (name === '.tool-versions')
    return words.every(([tool = '', ...versions]) => versions.every((one) => isPlainVersion(tool, one)));
  const [, tool = 'node'] = /^\.(node|python|bun|deno|uv|java)-version$/.exec(name) ?? [];
  return (
    (tool !== 'node' || /^\.(?:node-version|nvmrc)$/.test(name)) &&
    words.flat().every((one) => isPlainVersion(tool, one))
  );
}

function isPlainVersion(tool: string, version: Value | undefined): boolean {
  const oldest = Object.hasOwn(OLDEST, tool) ? OLDEST[tool] : undefined;
  if (oldest === undefined || typeof version !== 'string') return false;
  const [, major] = /^v?(\d{1,3})(?:\.\d+){0,2}$/.exec(version) ?? [];
  return major === undefined ? /^(?:lts(?:\/\*)?|latest|stable|current)$/.test(version) : Number(major) >= oldest;
}

function isPlainVolta(volta: Value | undefined): boolean {
  return (
    volta === undefined || (isMap(volta) && Object.entries(volta).every(([tool, one]) => isPlainVersion(tool, one)))
  );
}

/** Whether `packageManager` names a released version of a package manager that knows the commands of today. */
export function isRelease(value: Value | undefined, names = /^(?:npm|pnpm|yarn|bun)$/): boolean {
  if (typeof value !== 'string') return false;
  const [, name = '', version = ''] = /^(\w+)@(\d+\.\d+\.\d+)(?:\+sha\d+\.[\da-f]+)?$/.exec(value) ?? [];
  return names.test(name) && isPlainVersion(name, version);
}
