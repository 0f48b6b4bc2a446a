import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import { absolute, extensionsFor, searchPath } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import {
  directoryDecides,
  filesIn,
  helpersOf,
  loadingVariables,
  programsIn,
  runsArguments,
} from '../../model/launcher/start-line.ts';
import { isPlainSecret } from '../../model/secrets/secret.ts';
import { isWithin, territoryOf } from '../../trust/territory.ts';
import { directoryChange } from '../around/directory-change.ts';
import { exists, isExecutable, isFile, realPathOf } from '../around/quick-files.ts';
import { isProgramPlace, withoutVersion } from './program-places.ts';

/** What decides which code a line runs, beside the line itself. */
export interface Start {
  readonly home: string;
  /** The files of the programs by name, each as found and with links resolved. */
  readonly programs: Readonly<Record<string, readonly string[]>>;
  /** Hashes of variables: a value may be a secret. */
  readonly env: Readonly<Record<string, string>>;
  /** The working directory, if it decides. */
  readonly directory?: string;
}

/** The starts that a person agreed to. */
export interface GivenStarts {
  readonly homes: readonly string[];
  readonly programs: Readonly<Record<string, readonly string[]>>;
  readonly env: Readonly<Record<string, readonly string[]>>;
  readonly directories: readonly string[];
}

type Machine = Pick<Host, 'env' | 'home' | 'platform' | 'cwd'>;

/** How these words would start here, now. */
export function startOf(host: Machine, words: readonly string[], referred: readonly string[] = []): Start {
  const directory = decidingDirectory(host, words);
  const project = territoryOf(host.cwd, host.home);
  const isInProject = (path: string): boolean => isAbsolute(path) && project.some((one) => isWithin(path, one));
  const loading = loadingVariables(host.env, isInProject).filter((one) => !isUsualPlace(...one, host));
  const variables = referred.flatMap((name): [string, string][] => {
    const value = host.env[name];
    // The home directory is compared as such.
    return value === undefined || (name === 'HOME' && value === host.home) ? [] : [[name, value]];
  });
  return {
    home: host.home,
    programs: programsOf(host, words),
    env: Object.fromEntries([...loading, ...variables].map(([name, value]) => [name, hashOf(value)])),
    ...(directory !== undefined && { directory }),
  };
}

export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 32);
}

/** Directories of settings at their usual place. */
function isUsualPlace(name: string, value: string, { home }: Machine): boolean {
  if (name === 'XDG_CONFIG_HOME') return value === `${home}/.config`;
  return name === 'XDG_DATA_HOME' && value === `${home}/.local/share`;
}

function programsOf(host: Machine, words: readonly string[]): Record<string, string[]> {
  const directories = searchedDirectories(host);
  const found: Record<string, string[]> = {};
  const waiting = programsIn(words);
  for (let at = 0; at < waiting.length && at < 80; at += 1) {
    const name = waiting[at] ?? '';
    const isPath = /[/\\]/.test(name);
    const file = isPath ? fileAt(absolute(name, host.cwd), name, host) : inDirectories(directories, name, host);
    if (file === undefined) continue;
    // A path is a part of the line already.
    if (!isPath) found[name] = [withoutVersion(file, host.home), withoutVersion(realPathOf(file), host.home)];
    for (const next of [...helpersOf(name), ...interpreterOf(file)]) if (!waiting.includes(next)) waiting.push(next);
  }
  return found;
}

/** As the system searches them: an empty entry of `PATH` is the working directory, which other searches leave out. */
function searchedDirectories({ env, platform, cwd }: Machine): string[] {
  const listed = platform === 'win32' ? searchPath({ env, platform }) : (env['PATH'] ?? '/usr/bin:/bin').split(':');
  return listed.map((directory) => (directory === '' ? cwd : absolute(directory.replace(/(?<=.)\/+$/, ''), cwd)));
}

function inDirectories(directories: readonly string[], name: string, host: Machine): string | undefined {
  for (const directory of directories) {
    const file = fileAt(`${directory}/${name}`, name, host);
    if (file !== undefined) return file;
  }
  return undefined;
}

function fileAt(base: string, name: string, host: Machine): string | undefined {
  const isWindows = host.platform === 'win32';
  for (const extension of extensionsFor(name, host)) {
    const path = base + extension.toLowerCase();
    try {
      const status = statSync(path, { throwIfNoEntry: false });
      if (status?.isFile() && (isWindows || (status.mode & 0o111) !== 0)) return path;
    } catch {
      // A directory that cannot be searched has no program for us.
    }
  }
  return undefined;
}

/** The program that `#!/usr/bin/env name` looks for. */
function interpreterOf(file: string): string[] {
  const bytes = Buffer.alloc(256);
  try {
    const descriptor = openSync(file, 'r');
    try {
      readSync(descriptor, bytes, 0, bytes.length, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return [];
  }
  if (bytes[0] !== 0x23 || bytes[1] !== 0x21) return [];
  const [program = '', ...words] = bytes.toString('latin1').slice(2).split('\n')[0]?.trim().split(/\s+/) ?? [];
  const named = words.find((word) => !word.startsWith('-') && !word.includes('='));
  return program.endsWith('/env') && named !== undefined ? [named] : [];
}

/** The working directory if what is in it decides what runs. */
function decidingDirectory({ cwd, home }: Machine, words: readonly string[]): string | undefined {
  const decides = directoryDecides(words);
  const isDecided =
    decides === 'always' ||
    filesIn(words).some((word) => (runsArguments(words) ? exists : isCode)(absolute(word, cwd))) ||
    decides?.runners.some((runner) => directoryChange({ cwd, home }, runner, decides.packages) !== undefined);
  return isDecided ? realPathOf(cwd) : undefined;
}

/** Whether a path is a file that may be run: programs that are not known may run what their arguments name. */
function isCode(path: string): boolean {
  return isFile(path) && (CODE.test(path) || isExecutable(path));
}

const CODE =
  /\.(?:[cm]?[jt]sx?|py[cwz]?|rb|p[lm]|php|lua|jar|class|r|jl|exs?|cljs?|go|rs|swift|kts?|wasm|(?:ba|z|fi)?sh|ps1|bat|cmd|exe|json|ya?ml|toml)$/i;

export const noStarts: GivenStarts = { homes: [], programs: {}, env: {}, directories: [] };

/** The starts with one more. */
export function withStart(given: GivenStarts, start: Start): GivenStarts {
  const add = (all: readonly string[] = [], more: readonly string[]): string[] => [...new Set([...all, ...more])];
  const merged = <T extends string | readonly string[]>(
    all: Readonly<Record<string, readonly string[]>>,
    more: Readonly<Record<string, T>>,
  ): Record<string, readonly string[]> => ({
    ...all,
    ...Object.fromEntries(Object.entries(more).map(([name, one]) => [name, add(all[name], [one].flat())])),
  });
  return {
    homes: add(given.homes, [start.home]),
    programs: merged(given.programs, start.programs),
    env: merged(given.env, start.env),
    directories: add(given.directories, start.directory === undefined ? [] : [start.directory]),
  };
}

/**
 * What of a start of the program `main` a person has not agreed to, in words; empty if they have. Without recorded starts, as grants of earlier
 * versions are, programs must be where only the system or a version manager puts them.
 */
export function differences(
  given: GivenStarts | undefined,
  start: Start,
  host: Machine & { readonly main: string },
): string[] {
  const known = given ?? noStarts;
  const isKnown = (name: string, files: readonly string[]): boolean => {
    const recorded = Object.hasOwn(known.programs, name) ? known.programs[name] : undefined;
    if (recorded?.some((file) => files.includes(file))) return true;
    const isBound = name === host.main && recorded !== undefined;
    return !isBound && isProgramPlace(dirname(files[0] ?? ''), host);
  };
  const { home, directory } = start;
  const isHome = given ? known.homes.includes(home) : !isMoved(host) || home === accountHome();
  return [
    ...(isHome ? [] : [`HOME is ${home}`]),
    ...Object.entries(start.programs).flatMap(([name, files]) =>
      isKnown(name, files) ? [] : [`${name} is ${files[0]}`],
    ),
    ...Object.entries(start.env).flatMap(([name, hash]) =>
      (Object.hasOwn(known.env, name) ? known.env[name] : undefined)?.includes(hash)
        ? []
        : [`${name} is ${isPlainSecret(name, host.env[name] ?? '') ? 'set' : JSON.stringify(host.env[name])}`],
    ),
    ...(directory === undefined || known.directories.includes(directory) ? [] : [`it starts in ${directory}`]),
  ];
}

/** Whether the state is not in the home directory, which then need not be the person's. */
function isMoved({ env }: Machine): boolean {
  return Boolean(env['PLUGBOARD_HOME'] || env['XDG_STATE_HOME']);
}

function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}
