import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import { absolute } from '../../model/find-program.ts';
import {
  directoryDecides,
  filesIn,
  loadingVariables,
  programsIn,
  runsArguments,
} from '../../model/launcher/start-line.ts';
import { isPlainSecret } from '../../model/secrets/secret.ts';
import { isWithin } from '../../trust/territory.ts';
import { directoryChange } from '../around/directory-change.ts';
import { exists, isExecutable, isFile, realPathOf } from '../around/quick-files.ts';
import { isProgramPlace } from './program-places.ts';
import { programsOf } from './programs.ts';
import { recordedDirectories } from './search-path.ts';
import type { StartPlace } from './start-place.ts';
import { isUsualShell, valuePlaces } from './value-places.ts';

/** What decides which code a line runs, beside the line itself. */
export interface Start {
  readonly home: string;
  /** The files of the programs by name, each as found and with links resolved. */
  readonly programs: Readonly<Record<string, readonly string[]>>;
  /** Hashes of variables: a value may be a secret. */
  readonly env: Readonly<Record<string, string>>;
  /** The working directory, if it decides. */
  readonly directory?: string;
  /** Where the line's programs may look for others; absent in starts of earlier versions. */
  readonly path?: readonly string[];
}

/** The starts that a person agreed to. */
export interface GivenStarts {
  readonly homes: readonly string[];
  readonly programs: Readonly<Record<string, readonly string[]>>;
  readonly env: Readonly<Record<string, readonly string[]>>;
  readonly directories: readonly string[];
  /** The directories of PATH; absent in grants of earlier versions. */
  readonly path?: readonly string[];
}

/** How these words would start here, now. */
export function startOf(host: StartPlace, words: readonly string[], referred: readonly string[] = []): Start {
  const directory = decidingDirectory(host, words);
  const loading = loadingVariables(host.env, valuePlaces(host)).filter((one) => !isUsualPlace(...one, host));
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
    path: recordedDirectories(host),
  };
}

export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 32);
}

/** Directories of settings at their usual place, and shells. */
function isUsualPlace(name: string, value: string, host: StartPlace): boolean {
  const { home } = host;
  if (/^(?:SHELL|COMSPEC)$/i.test(name)) return isUsualShell(value, host);
  if (name === 'XDG_CONFIG_HOME') return value === `${home}/.config`;
  return name === 'XDG_DATA_HOME' && value === `${home}/.local/share`;
}

/** The working directory if what is in it decides what runs. */
function decidingDirectory(host: StartPlace, words: readonly string[]): string | undefined {
  const { cwd, home } = host;
  const decides = directoryDecides(words);
  const isChanged = (program: string, packages: readonly string[]): boolean =>
    directoryChange({ cwd, home, machine: host }, program, packages) !== undefined;
  const isDecided =
    decides === 'always' ||
    filesIn(words).some((word) => (runsArguments(words) ? exists : isCode)(absolute(word, cwd))) ||
    decides?.runners.some((runner) => isChanged(runner, decides.packages)) ||
    programsIn(words).some((program) => isChanged(program, []));
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
    ...((given.path ?? start.path) && { path: add(given.path, start.path ?? []) }),
  };
}

/**
 * The programs of a start that a person has not agreed to. Without recorded starts, as grants of earlier versions are,
 * programs must be where only the system or a version manager puts them.
 */
export function unknownPrograms(given: GivenStarts | undefined, { programs }: Start, host: StartedOn): string[] {
  const isKnown = (name: string, files: readonly string[]): boolean => {
    const known = given ?? noStarts;
    const recorded = Object.hasOwn(known.programs, name) ? known.programs[name] : undefined;
    if (recorded?.some((file) => files.includes(file))) return true;
    const isBound = name === host.main && recorded !== undefined;
    return !isBound && isProgramPlace(dirname(files[0] ?? ''), host);
  };
  return Object.entries(programs).flatMap(([name, files]) => (isKnown(name, files) ? [] : [name]));
}

/** Where a line whose first program is `main` is started. */
type StartedOn = StartPlace & { readonly main: string };

/** What of a start a person has not agreed to, in words; empty if they have. */
export function differences(given: GivenStarts | undefined, start: Start, host: StartedOn): string[] {
  const known = given ?? noStarts;
  const { home, directory } = start;
  const isHome = given ? known.homes.includes(home) : !isMoved(host) || home === accountHome();
  return [
    ...(isHome ? [] : [`HOME is ${home}`]),
    ...unknownPrograms(given, start, host).map((name) => `${name} is ${start.programs[name]?.[0]}`),
    ...Object.entries(start.env).flatMap(([name, hash]) =>
      (Object.hasOwn(known.env, name) ? known.env[name] : undefined)?.includes(hash)
        ? []
        : [`${name} is ${isPlainSecret(name, host.env[name] ?? '') ? 'set' : JSON.stringify(host.env[name])}`],
    ),
    ...(directory === undefined || known.directories.includes(directory) ? [] : [`it starts in ${directory}`]),
  ];
}

/** Whether the state is not in the home directory, which then need not be the person's. */
function isMoved({ env, home }: StartPlace): boolean {
  const state = env['PLUGBOARD_HOME'] || env['XDG_STATE_HOME'];
  return Boolean(state) && !(isAbsolute(state ?? '') && isWithin(state ?? '', home));
}

function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}
