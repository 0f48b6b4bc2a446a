import { hasVariable } from '../reference.ts';
import type { Server } from '../server.ts';
import { unwrapped } from '../shell/cmd-wrapper.ts';
import { getOwn } from '../value.ts';

/** A package that is fetched when the server starts. */
export interface FetchedPackage {
  /** As written, with its version. */
  readonly name: string;
  readonly pinned: boolean;
}

/** Kinds of places that packages are fetched from. */
export type PackageKind = 'npm' | 'pypi' | 'oci' | 'nuget';

export interface PackageToFetch extends FetchedPackage {
  readonly kind: PackageKind;
  /** An option chooses another place to fetch it from. */
  readonly isRedirected: boolean;
}

interface Runner {
  readonly kind: PackageKind;
  /** Required first words, such as `dlx`. */
  readonly words: readonly (readonly string[])[];
  /** Options that name the package instead of the first argument. */
  readonly named: readonly string[];
  /** Options that name further packages. */
  readonly added: readonly string[];
  /** Options that take a value. */
  readonly valued: RegExp;
  /** Options that choose where packages are fetched from. */
  readonly redirecting: RegExp;
  readonly isPinned: (name: string) => boolean;
}

const EXACT = /@v?\d+\.\d+\.\d+[\w.+-]*$/;

function isPinnedToNode(name: string): boolean {
  // A folder, an archive or a commit is already pinned.
  return EXACT.test(name) || /^(?:[./~]|file:)|\.tgz$|#[0-9a-f]{7,}$/.test(name);
}

function isPinnedToPython(name: string): boolean {
  return /(?:===?|@)\s*v?\d+\.\d+/.test(name) || /^(?:[./~]|file:)|\.whl$|@[0-9a-f]{7,}$/.test(name);
}

function isPinnedImage(name: string): boolean {
  const tag = /:([^/:@]+)$/.exec(name)?.[1];
  return name.includes('@sha256:') || (tag !== undefined && tag !== 'latest');
}

const node = {
  kind: 'npm',
  named: ['-p', '--package'],
  added: [],
  valued: /^(?:-c|--call|-w|--workspace|--registry|--prefix|--cache|--userconfig)$/,
  redirecting: /^(?:--registry|--prefix|--cache|--userconfig|--globalconfig|--@[^:]+:registry)$/,
  isPinned: isPinnedToNode,
} as const;
const python = {
  kind: 'pypi',
  named: ['--from', '--spec'],
  added: ['--with', '--with-editable', '--with-requirements'],
  valued: /^(?:--with|--python|-p|--index|--index-url|--extra-index-url|--directory|--env-file|--refresh-package)$/,
  redirecting: /^(?:-i|-f|--(?:default-|extra-)?index(?:-url)?|--find-links|--directory|--config-file|--pip-args)$/,
  isPinned: isPinnedToPython,
} as const;
const dotnet = {
  kind: 'nuget',
  named: [],
  added: [],
  valued: /^(?:--version|--source|--add-source|--configfile|--framework|--verbosity|-v)$/,
  redirecting: /^--(?:source|add-source|configfile)$/,
  isPinned: (name: string): boolean => /@\d+\.\d+[\w.+-]*$/.test(name),
} as const;
/** All options of `docker run` have a value, except these. */
const container = {
  kind: 'oci',
  words: [['run'], ['container', 'run']],
  named: [],
  added: [],
  redirecting: /^(?!)/,
  valued:
    /^(?!-[itdPq]+$|--(?:rm|init|privileged|read-only|interactive|tty|detach|publish-all|no-healthcheck|quiet)$)-/,
  isPinned: isPinnedImage,
} as const;

const runners: Record<string, Runner> = {
  npx: { ...node, words: [[]] },
  pnpx: { ...node, words: [[]] },
  bunx: { ...node, words: [[]] },
  npm: { ...node, words: [['exec'], ['x']] },
  pnpm: { ...node, words: [['dlx']] },
  yarn: { ...node, words: [['dlx']] },
  bun: { ...node, words: [['x']] },
  uvx: { ...python, words: [[]] },
  uv: { ...python, words: [['tool', 'run']] },
  pipx: { ...python, words: [['run']] },
  dnx: { ...dotnet, words: [[]] },
  dotnet: { ...dotnet, words: [['tool', 'exec']] },
  docker: container,
  podman: container,
  nerdctl: container,
};

/** The package that a server is fetched from at start; undefined if there is none, or if a variable names it. */
export function packageOf(server: Server): FetchedPackage | undefined {
  const [first] = packagesOf(server);
  return first && !hasVariable(first.name) ? { name: first.name, pinned: first.pinned } : undefined;
}

/** All packages that are fetched at start; the first one is the server itself. */
export function packagesOf(server: Server): PackageToFetch[] {
  const { command, args: written } = unwrapped(server);
  const args = Array.isArray(written) ? written.map(String) : [];
  const program = /([^/\\]+?)(?:\.(?:cmd|exe))?$/i.exec(command ?? '')?.[1] ?? '';
  const runner = getOwn(runners, program);
  const words = runner?.words.find((one) => one.every((word, index) => args[index] === word));
  if (!runner || !words) return [];
  const { named, added, isRedirected } = namesIn(runner, args.slice(words.length));
  return [...named, ...added]
    .filter((name) => name !== '')
    .map((name) => ({ name, pinned: runner.isPinned(name), kind: runner.kind, isRedirected }));
}

interface Names {
  readonly named: readonly string[];
  readonly added: readonly string[];
  readonly isRedirected: boolean;
}

function namesIn(runner: Runner, args: readonly string[]): Names {
  const [named, added]: [string[], string[]] = [[], []];
  let isRedirected = false;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] as string;
    if (arg === '--' || !arg.startsWith('-')) {
      const first = arg === '--' ? args[index + 1] : arg;
      return { named: named.length > 0 || first === undefined ? named : [first], added, isRedirected };
    }
    const [option = '', value] = arg.split(/=(.*)/s);
    isRedirected ||= runner.redirecting.test(option);
    const list = runner.named.includes(option) ? named : runner.added.includes(option) ? added : undefined;
    list?.push(value ?? args[index + 1] ?? '');
    if (takesNext(runner, arg, list !== undefined)) index += 1;
  }
  return { named, added, isRedirected };
}

/** Whether the value of an option is the next argument. */
function takesNext({ valued }: Runner, option: string, isName: boolean): boolean {
  if (option.includes('=')) return false;
  return isName || (valued.test(option) && !/^-\w\S/.test(option));
}
