import { hasVariable } from '../reference.ts';
import type { Server } from '../server.ts';
import { unwrapped } from '../shell/cmd-wrapper.ts';
import { programName } from '../shell/program-name.ts';
import { type PackageKind, type Runner, runnerFor } from './runners.ts';
import { isExactNodeVersion } from './versions.ts';

/** A package that is fetched when the server starts. */
export interface FetchedPackage {
  /** As written, with its version. */
  readonly name: string;
  readonly pinned: boolean;
}

export interface PackageToFetch extends FetchedPackage {
  readonly kind: PackageKind;
  /** An option chooses another place to fetch it from. */
  readonly isRedirected: boolean;
  /** An option is unknown, so that another word may be the package. */
  readonly isUncertain: boolean;
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
  const { isRedirected, isUncertain } = names;
  return [...new Set(choose(names))]
    .filter((name) => name !== '')
    .map((name) => ({ name, pinned: runner.isPinned(name), kind: runner.kind, isRedirected, isUncertain }));
}

/** Deno names packages of npm with a prefix. */
function fromDeno(argument: string): PackageToFetch {
  const name = argument.replace(/^npm:\/?/, '').replace(/^((?:@[^/]+\/)?[^/]+)\/.*$/s, '$1');
  return {
    name,
    pinned: isExactNodeVersion(/^.+@(.*)$/s.exec(name)?.[1] ?? ''),
    kind: 'npm',
    isRedirected: false,
    isUncertain: false,
  };
}

interface Names {
  readonly named: readonly string[];
  readonly added: readonly string[];
  readonly possible: readonly string[];
  readonly isRedirected: boolean;
  readonly isUncertain: boolean;
}

interface Option {
  readonly name: string;
  /** Also the next argument, if that may be the value. */
  readonly value: string;
  readonly hasOwnValue: boolean;
  readonly isKnown: boolean;
}

/** The options before the first other argument, and where that is. */
function optionsIn(runner: Runner, args: readonly string[]): { readonly options: Option[]; readonly end: number } {
  const options: Option[] = [];
  let end = 0;
  for (; end < args.length && /^-./.test(args[end] as string) && args[end] !== '--'; end += 1) {
    const [name = '', own] = (args[end] as string).split(/=(.*)/s);
    const isName = [...runner.named, ...runner.added].includes(name);
    const hasOwnValue = own !== undefined;
    options.push({ name, value: own ?? args[end + 1] ?? '', hasOwnValue, isKnown: isName || isKnownTo(runner, name) });
    if (!hasOwnValue && (isName || takesNext(runner, name))) end += 1;
  }
  return { options, end };
}

function namesIn(runner: Runner, args: readonly string[]): Names {
  const { options, end } = optionsIn(runner, args);
  const valuesOf = (names: readonly string[]): string[] =>
    options.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  const [named, added] = [valuesOf(runner.named), valuesOf(runner.added)];
  const isRedirected = options.some(({ name }) => runner.redirecting.test(name));
  const isUncertain = options.some(({ isKnown }) => !isKnown);
  if (runner.startsProgram) return { named, added, possible: [], isRedirected, isUncertain };
  const first = args.slice(end).find((arg) => arg !== '--');
  const unknown = options.filter(({ isKnown, hasOwnValue }) => !isKnown && !hasOwnValue).length;
  return {
    named: named.length > 0 || first === undefined ? named : [first],
    added,
    possible: unknown === 0 ? [] : args.filter((arg) => !arg.startsWith('-')).slice(0, unknown + 1),
    isRedirected,
    isUncertain,
  };
}

/** A value may follow its letter, as in `-p8080:80`. */
function isKnownTo({ flags, valued }: Runner, option: string): boolean {
  return [option, option.slice(0, 2)].some((one) => flags.test(one) || valued.test(one));
}

/** Whether the value of an option is the next argument. */
function takesNext({ flags, valued, isValuedByDefault }: Runner, option: string): boolean {
  return isValuedByDefault ? !flags.test(option) && !/^-\w\S/.test(option) : valued.test(option);
}
