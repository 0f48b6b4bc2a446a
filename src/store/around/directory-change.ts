import { directorySettings, type DirectorySettings } from '../../model/packages/directory-settings.ts';
import { npmChange } from './npm-projects.ts';
import { isHarmlessNpmrc } from './npmrc.ts';
import { ancestorsOf, entriesOf, exists, folded, mapOf, realPathOf, textOf } from './quick-files.ts';
import { isRelease, type Machine, shimChange } from './shims.ts';

/** A directory in which something starts. */
export interface Around {
  readonly cwd: string;
  readonly home: string;
  /** The home directory came with the project, as on some build machines. */
  readonly isHomeOfProject?: boolean;
  /** If there are some, only what is in these directories counts. */
  readonly tops?: readonly string[];
  /** Where programs are found, which may follow the directory; absent where the machine must not matter. */
  readonly machine?: Machine;
}

/**
 * Programs that package managers and the packages themselves start by name, and which they look for in every
 * `node_modules/.bin` on the way before they look elsewhere.
 */
const CHAIN =
  /^(?:sh|bash|dash|ash|zsh|ksh|busybox|env|node|nodejs|bun|bunx|deno|cmd|powershell|pwsh|conhost|git|ssh|gh|python[\d.]*|pythonw|py|pip3?|uv|uvx|pipx|docker|podman|kubectl|java|ruby|perl|php|go|dotnet|gcc|cc|make|uname|dirname|basename|sed|awk|grep|cat|ls|id|ps|readlink|realpath|cygpath|sudo|curl|wget|tar|unzip|xdg-open|rundll32|taskkill|tasklist|wmic|reg|getconf|ldd|sysctl|sw_vers|security|osascript)$/;

/**
 * What in a directory, or above it, changes what a program starts that runs one of these packages or programs; undefined
 * if nothing does. Every project has packages and settings; only what the program really takes from them counts. What is
 * in the home directory and above it belongs to the user. `file` is the program as written, if that is a path.
 */
export function directoryChange(
  around: Around,
  program: string,
  words: readonly string[],
  file = program,
): string | undefined {
  const { machine, cwd } = around;
  const ofShim = machine && shimChange(machine, cwd, directoriesOf(around, { isAbove: true }), file);
  const settings = directorySettings(program);
  if (!settings || ofShim !== undefined) return ofShim;
  const directories = directoriesOf(around, settings);
  const names = namesOf(words);
  return (
    directories.map((one) => settingsIn(one, settings)).find((one) => one !== undefined) ??
    (settings.prefers === 'npm' ? npmChange(directories, names) : undefined) ??
    directories.map((one) => installedIn(one, settings, names)).find((one) => one !== undefined)
  );
}

/** Programs see the real path of their directory. */
function directoriesOf(
  { cwd, home, isHomeOfProject = false, tops = [] }: Around,
  { isAbove }: Pick<DirectorySettings, 'isAbove'>,
): string[] {
  const real = realPathOf(cwd);
  const all = isAbove ? ancestorsOf(real) : [real];
  const end = isHomeOfProject ? -1 : all.indexOf(realPathOf(home));
  const found = end === -1 ? all : all.slice(0, end);
  const outermost = tops.map(realPathOf);
  return tops.length === 0
    ? found
    : found.filter((one) => outermost.some((top) => one === top || one.startsWith(`${top}/`)));
}

/** Words as they are, without versions, and without scopes. */
function namesOf(words: readonly string[]): ReadonlySet<string> {
  const all = words.flatMap((word) => {
    const bare = word.replace(/(?<=.)@[^/]*$|[=<>~! [].*$/s, '');
    const plain = [word, bare, bare.replace(/^@[^/]*\//, '')];
    return [...plain, ...plain.map(folded)];
  });
  return new Set(all.filter((one) => one !== '' && !/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(one)));
}

function settingsIn(directory: string, { files, prefers, fields = [] }: DirectorySettings): string | undefined {
  const isHarmless = (file: string): boolean => {
    const path = `${directory}/${file}`;
    // npm reads the settings of one project only.
    if (file === '.npmrc') return prefers === 'npm' || isHarmlessNpmrc(path);
    if (file === 'pnpm-workspace.yaml') return isHarmlessWorkspace(path);
    return file.endsWith('sconfig.json') ? isHarmlessTypescript(path, prefers === 'bin') : !exists(path);
  };
  const found = files.find((file) => !isHarmless(file));
  if (found !== undefined || fields.length === 0) return found;
  const manifest = mapOf(`${directory}/package.json`);
  if (manifest === undefined) return undefined;
  const isChosen =
    manifest === 'unreadable' ||
    fields.some((field) => manifest[field] !== undefined && !isRelease(manifest[field], /^pnpm$/));
  return isChosen ? 'package.json' : undefined;
}

/** Only these options of TypeScript make other files of a name. No package has a name such as `@/x`. */
function isHarmlessTypescript(path: string, isForPackages: boolean): boolean {
  const text = textOf(path);
  if (typeof text !== 'string') return text === undefined;
  const rest = isForPackages ? text.replace(OWN_PATHS, '').replaceAll(JSX, '') : text;
  return !/paths|baseUrl|rootDirs|extends|jsx|plugins|\\/i.test(rest);
}

const OWN_PATHS = /"paths"\s*:\s*\{\s*(?:"[@~]\/[\w*/.-]*"\s*:\s*\[(?:\s*"[^"\\]*"\s*,?)+\s*\]\s*,?\s*)+\}/;
const JSX = /"jsx"\s*:\s*"(?:preserve|react(?:-jsx|-jsxdev|-native)?)"/g;

/** Lines of `pnpm-workspace.yaml` that say which packages a project has and may build, and nothing else. */
const WORKSPACE_LINE =
  /^(?:\s*(?:#.*)?|(?:packages|catalogs?|onlyBuiltDependencies|ignoredBuiltDependencies|neverBuiltDependencies):\s*(?:#.*)?|\s*- +(["']?)[!\w@/*.-]+\1\s*(?:#.*)?| +(["']?)[\w@/.-]+\2:(?: +(["']?)[\w.^~<>=*-]+\3)?\s*(?:#.*)?|(?:minimumReleaseAge|saveExact|linkWorkspacePackages|autoInstallPeers|strictPeerDependencies): +[\w.-]+\s*(?:#.*)?)$/;

function isHarmlessWorkspace(path: string): boolean {
  const text = textOf(path);
  if (typeof text !== 'string') return text === undefined;
  const lines = text.split(/\r\n|[\r\n\u0085\u2028\u2029]/);
  // An indented line belongs to the one before it, unless it is the first one.
  const first = lines.find((line) => !/^\s*(?:#|$)/.test(line));
  return (first === undefined || /^[A-Za-z]/.test(first)) && lines.every((line) => WORKSPACE_LINE.test(line));
}

function installedIn(
  directory: string,
  { prefers }: DirectorySettings,
  names: ReadonlySet<string>,
): string | undefined {
  if (prefers === 'file') return [...names].find((name) => exists(`${directory}/${name}`));
  if (prefers === undefined) return undefined;
  const folder = `${directory}/node_modules`;
  const programs = entriesOf(`${folder}/.bin`);
  if (programs === 'unreadable') return 'node_modules/.bin';
  const shim = programs.find(({ name }) => {
    const own = folded(name);
    const plain = own.replace(/\.(?:exe|cmd|bat|ps1|com)$/, '');
    return names.has(own) || names.has(plain) || CHAIN.test(plain);
  });
  if (shim) return `node_modules/.bin/${shim.name}`;
  const found = [...names].find(
    (name) => exists(`${folder}/${name}`) || (name.includes('/') && exists(`${folder}/.bin/${name}`)),
  );
  return found === undefined ? undefined : `node_modules/${found}`;
}
