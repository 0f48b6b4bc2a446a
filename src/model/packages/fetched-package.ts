import { hasVariable } from '../reference.ts';
import type { Server } from '../server.ts';
import { unwrapped } from '../shell/cmd-wrapper.ts';
import { programName } from '../shell/program-name.ts';
import { type PackageKind, type Runner, runnerFor } from './runners.ts';

/** A package that is fetched when the server starts. */
export interface FetchedPackage {
  /** As written, with its version. */
  readonly name: string;
  readonly pinned: boolean;
}

export interface PackageToFetch extends FetchedPackage {
  readonly kind: PackageKind;
  /** An option chooses another place to fetch it from, or is unknown, so that the package may be another one. */
  readonly isRedirected: boolean;
}

/** The package that a server is fetched from at start; undefined if there is none, or if a variable names it. */
export function packageOf(server: Server): FetchedPackage | undefined {
  const [first] = packagesOf(server);
  return first && !hasVariable(first.name) ? { name: first.name, pinned: first.pinned } : undefined;
}

/** All packages that are fetched at start; the first one is the server itself. */
export function packagesOf(server: Server): PackageToFetch[] {
  const { command = '', args } = unwrapped(server);
  return fetchedBy([command, ...(Array.isArray(args) ? args : [])].map(String), ({ named, added }) => [
    ...named,
    ...added,
  ]);
}

/** Packages that any part of a command line fetches. */
export function packagesInside(words: readonly string[]): PackageToFetch[] {
  return words.flatMap((_, index) => fetchedBy(words.slice(index), ({ named, added }) => [...named, ...added]));
}

/** Further words that are packages if an unknown option takes a value, or takes none. */
export function possiblePackages(words: readonly string[]): PackageToFetch[] {
  return words.flatMap((_, index) => fetchedBy(words.slice(index), ({ possible }) => possible));
}

function fetchedBy(words: readonly string[], choose: (names: Names) => readonly string[]): PackageToFetch[] {
  const [command = '', ...args] = words;
  const program = programName(command);
  if (program === 'deno') return args.filter((arg) => arg.startsWith('npm:')).map(fromDeno);
  const found = runnerFor(program, args);
  if (!found) return [];
  const { runner } = found;
  const names = namesIn(runner, found.args);
  const { isRedirected } = names;
  return [...new Set(choose(names))]
    .filter((name) => name !== '')
    .map((name) => ({ name, pinned: runner.isPinned(name), kind: runner.kind, isRedirected }));
}

/** Deno names packages of npm with a prefix. */
function fromDeno(argument: string): PackageToFetch {
  const name = argument.replace(/^npm:\/?/, '').replace(/^((?:@[^/]+\/)?[^/]+)\/.*$/s, '$1');
  return { name, pinned: /@\d+\.\d+\.\d+[\w.+-]*$/.test(name), kind: 'npm', isRedirected: false };
}

interface Names {
  readonly named: readonly string[];
  readonly added: readonly string[];
  readonly possible: readonly string[];
  readonly isRedirected: boolean;
}

function namesIn(runner: Runner, args: readonly string[]): Names {
  const [named, added]: [string[], string[]] = [[], []];
  let [isRedirected, unknown] = [false, 0];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] as string;
    if (arg === '--' || !arg.startsWith('-')) {
      const first = arg === '--' ? args[index + 1] : arg;
      const takesFirst = named.length === 0 && first !== undefined && !runner.startsProgram;
      const possible = unknown === 0 || runner.startsProgram ? [] : positionals(args, unknown + 1);
      return { named: takesFirst ? [first] : named, added, possible, isRedirected };
    }
    const [option = '', value] = arg.split(/=(.*)/s);
    const list = runner.named.includes(option) ? named : runner.added.includes(option) ? added : undefined;
    // A value may follow its letter, as in `-p8080:80`.
    const isKnown = list !== undefined || [option, option.slice(0, 2)].some((one) => isKnownTo(runner, one));
    if (!isKnown && value === undefined) unknown += 1;
    isRedirected ||= runner.redirecting.test(option) || !isKnown;
    list?.push(value ?? args[index + 1] ?? '');
    if (takesNext(runner, arg, list !== undefined)) index += 1;
  }
  return { named, added, possible: unknown === 0 ? [] : positionals(args, unknown + 1), isRedirected };
}

function isKnownTo({ flags, valued }: Runner, option: string): boolean {
  return flags.test(option) || valued.test(option);
}

function positionals(args: readonly string[], most: number): string[] {
  return args.filter((arg) => !arg.startsWith('-')).slice(0, most);
}

/** Whether the value of an option is the next argument. */
function takesNext(runner: Runner, option: string, isName: boolean): boolean {
  if (option.includes('=')) return false;
  if (isName) return true;
  if (runner.isValuedByDefault) return !runner.flags.test(option) && !/^-\w\S/.test(option);
  return runner.valued.test(option);
}
