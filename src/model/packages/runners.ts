import { getOwn } from '../value.ts';
import { isExactNodeVersion, isNugetVersion, isPythonVersion } from './versions.ts';

/** Kinds of places that packages are fetched from. */
export type PackageKind = 'npm' | 'pypi' | 'oci' | 'nuget';

/** A program that fetches packages and runs them. */
export interface Runner {
  readonly kind: PackageKind;
  /** Required words, such as `dlx`; options may stand before them. */
  readonly words: readonly (readonly string[])[];
  /** Options that name the package instead of the first argument. */
  readonly named: readonly string[];
  /** Options that name further packages. */
  readonly added: readonly string[];
  /** Options without a value. */
  readonly flags: RegExp;
  /** Options that take a value. */
  readonly valued: RegExp;
  /** Options that choose where packages are fetched from. */
  readonly redirecting: RegExp;
  /** An option that is neither known as a flag nor as valued takes a value. */
  readonly isValuedByDefault?: boolean;
  /** The first argument is a program in the environment and not a package. */
  readonly startsProgram?: boolean;
  readonly isPinned: (name: string) => boolean;
}

function isPinnedToNode(name: string): boolean {
  // A folder, an archive or a commit is already pinned.
  return isExactNodeVersion(/^.+@(.*)$/s.exec(name)?.[1] ?? '') || /^(?:[./~]|file:)|\.tgz$|#[0-9a-f]{7,}$/.test(name);
}

function isPinnedToPython(name: string): boolean {
  const [, version = ''] = /(?:===?|@)\s*(\S+)$/.exec(name) ?? [];
  return (version.includes('.') && isPythonVersion(version)) || /^(?:[./~]|file:)|\.whl$|@[0-9a-f]{7,}$/.test(name);
}

function isPinnedImage(name: string): boolean {
  // `main` and `1` move on with each release.
  return /@sha256:[\da-f]+$/.test(name) || /:v?\d+\.\d+\.\d+(?:[-_.][\w.-]+)?$/.test(name);
}

const node = {
  kind: 'npm',
  named: ['-p', '--package'],
  added: [],
  flags:
    /^(?:-[yqs]+|--(?:yes|no|quiet|silent|offline|bun|no-install|prefer-(?:offline|online)|ignore-scripts|no-(?:audit|fund|update-notifier)))$/,
  valued: /^(?:-c|--call|-w|--workspace|--registry|--prefix|--cache|--userconfig|--loglevel)$/,
  redirecting: /^(?:--registry|--prefix|--cache|--userconfig|--globalconfig|--@[^:]+:registry)$/,
  isPinned: isPinnedToNode,
} as const;
/** It takes the next word for the value of an option with `no-`, and then reads options after the package. */
const npx = {
  ...node,
  words: [[]],
  flags: /^(?:-[yqs]+|--(?:yes|quiet|silent|offline|no-install|prefer-(?:offline|online)|ignore-scripts))$/,
  valued:
    /^(?:-c|--call|-w|--workspace|--registry|--prefix|--cache|--userconfig|--loglevel|--no-(?:audit|fund|update-notifier))$/,
} as const;
const python = {
  kind: 'pypi',
  named: ['--from', '--spec'],
  added: ['--with', '--with-editable', '--with-requirements'],
  flags:
    /^(?:-[qvnU]+|--(?:quiet|verbose|offline|isolated|no-cache|refresh|upgrade|no-config|native-tls|no-progress|reinstall|no-env-file|no-project|frozen|locked|no-sync|active|module))$/,
  valued:
    /^(?:--with|--python|-p|--index|--index-url|--default-index|--extra-index-url|-i|-f|--find-links|--directory|--project|--config-file|--env-file|--refresh-package|--cache-dir|--pip-args)$/,
  redirecting:
    /^(?:-i|-f|--(?:default-|extra-)?index(?:-url)?|--find-links|--directory|--project|--config-file|--pip-args)$/,
  isPinned: isPinnedToPython,
} as const;
const dotnet = {
  kind: 'nuget',
  named: [],
  added: [],
  flags: /^(?:-y|--(?:yes|prerelease|allow-roll-forward|interactive|ignore-failed-sources))$/,
  valued: /^(?:--version|--source|--add-source|--configfile|--framework|--verbosity|-v)$/,
  redirecting: /^--(?:source|add-source|configfile)$/,
  isPinned: (name: string): boolean => isNugetVersion(/^.+@(.*)$/s.exec(name)?.[1] ?? ''),
} as const;
const container = {
  kind: 'oci',
  words: [['run'], ['container', 'run']],
  named: [],
  added: [],
  flags:
    /^(?:-[itdPq]+|--(?:rm|init|privileged|read-only|interactive|tty|detach|publish-all|no-healthcheck|quiet|oom-kill-disable|disable-content-trust|sig-proxy|debug|tls|tlsverify|replace|rmi|env-host|no-hosts))$/,
  redirecting: /^(?:-H|--host|--context|--config|--connection|--url|--remote|--namespace|-D)$/,
  valued:
    /^-(?:[evpwuhlmc]|-(?:env|env-file|volume|mount|tmpfs|name|network|net|network-alias|publish|expose|workdir|user|hostname|label|entrypoint|platform|pull|add-host|cap-add|cap-drop|security-opt|memory|memory-swap|cpus|gpus|device|ulimit|log-driver|log-opt|restart|dns|shm-size|pids-limit|stop-timeout|userns|ipc|pid|group-add|host|context|config|connection|url|namespace))$|^-H$/,
  isValuedByDefault: true,
  isPinned: isPinnedImage,
} as const;

const runners: Readonly<Record<string, readonly Runner[]>> = {
  npx: [npx],
  pnpx: [{ ...node, words: [[]] }],
  bunx: [{ ...node, words: [[]] }],
  npm: [{ ...node, words: [['exec'], ['x']] }],
  pnpm: [{ ...node, words: [['dlx']] }],
  yarn: [{ ...node, words: [['dlx']] }],
  yarnpkg: [{ ...node, words: [['dlx']] }],
  'npx-cli.js': [npx],
  'npm-cli.js': [{ ...node, words: [['exec'], ['x']] }],
  bun: [{ ...node, words: [['x']] }],
  uvx: [{ ...python, words: [[]] }],
  uv: [
    { ...python, words: [['tool', 'run']] },
    { ...python, words: [['run']], named: [], startsProgram: true },
  ],
  pipx: [{ ...python, words: [['run']] }],
  dnx: [{ ...dotnet, words: [[]] }],
  dotnet: [{ ...dotnet, words: [['tool', 'exec']] }],
  docker: [container],
  podman: [container],
  nerdctl: [container],
};

/** The runner that a program and its arguments start, and the arguments after its words. */
export function runnerFor(
  program: string,
  args: readonly string[],
): { readonly runner: Runner; readonly args: readonly string[] } | undefined {
  for (const runner of getOwn(runners, program) ?? [])
    for (const words of runner.words) {
      const rest = argumentsAfter(runner, words, args);
      if (rest) return { runner, args: rest };
    }
  return undefined;
}

/** The arguments without these words. Options before them stay: they count as well. */
function argumentsAfter(
  { valued, flags, isValuedByDefault = false }: Runner,
  words: readonly string[],
  args: readonly string[],
): readonly string[] | undefined {
  const before: string[] = [];
  let at = 0;
  for (const word of words) {
    while (args[at]?.startsWith('-')) {
      const option = args[at] as string;
      const isOpen = !option.includes('=') && !flags.test(option) && (valued.test(option) || isValuedByDefault);
      // An unknown option may take a value, which is then not the word.
      const isValue = isOpen || (!option.includes('=') && !flags.test(option) && args[at + 1] !== word);
      before.push(...args.slice(at, at + (isValue ? 2 : 1)));
      at += isValue ? 2 : 1;
    }
    if (args[at] !== word) return undefined;
    at += 1;
  }
  return [...before, ...args.slice(at)];
}
