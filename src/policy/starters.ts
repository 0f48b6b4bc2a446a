import type { PackageKind } from '../model/packages/runners.ts';
import { isExactNodeVersion, isPythonVersion } from '../model/packages/versions.ts';
import { programName } from '../model/shell/program-name.ts';
import { isShell } from './pieces.ts';

/** How the command line of a program that fetches and starts one package may look to be proven. */
export interface Starter {
  readonly kind: PackageKind;
  /** Words before the options, such as `tool run`; one of them must stand there. */
  readonly words: readonly (readonly string[])[];
  /** Options without a value. */
  readonly flags: RegExp;
  /** Options with a value, and what the value may be. */
  readonly valued: Readonly<Record<string, RegExp>>;
  /** Options that name the package; the next word is then a program of it. */
  readonly named: readonly string[];
  /** Options that name further packages. */
  readonly added?: readonly string[];
  /** Options that set variables for the package. */
  readonly variables?: readonly string[];
  /** Options are also read after the package, unless `--` stands before them. */
  readonly readsOptionsAfter?: boolean;
  /** An installed program goes before the package of the same name. */
  readonly prefersPath?: boolean;
}

/** Nothing is between these ends, not even a line break. */
const only = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

const VERSION = String.raw`\d+(?:\.\d+){0,2}`;
const LEVEL = 'silent|error|warn|notice|http|info|verbose|silly';

const npm = {
  kind: 'npm',
  flags: only('-y|--yes|-q|--quiet|-s|--silent|--prefer-online|--prefer-offline|--ignore-scripts'),
  valued: { '--loglevel': only(LEVEL) },
  named: ['-p', '--package'],
} as const;

const uvx = {
  kind: 'pypi',
  flags: only(
    '-q|--quiet|-v|--verbose|--isolated|--no-cache|-n|--refresh|--native-tls|--no-progress|--no-config|-U|--upgrade',
  ),
  valued: {
    '-p': only(VERSION),
    '--python': only(VERSION),
    '--prerelease': only('allow|disallow|if-necessary|explicit'),
  },
  named: ['--from'],
  added: ['--with'],
} as const;

const container: Starter = {
  kind: 'oci',
  words: [['run'], ['container', 'run']],
  flags: only('-[itd]+|--rm|--init|--interactive|--tty|--detach|-q|--quiet|--read-only|--no-healthcheck|--sig-proxy'),
  valued: {
    '--name': only(String.raw`[\w.-]+`),
    '--network': only(String.raw`[\w-]+`),
    '--net': only(String.raw`[\w-]+`),
    '--pull': only('always|missing|never|newer'),
    '--platform': only(String.raw`[\w/]+`),
    '--label': only(String.raw`[\w.=/-]+`),
    '-l': only(String.raw`[\w.=/-]+`),
    '-p': only(String.raw`[\d.:]+(?:/(?:tcp|udp))?`),
    '--publish': only(String.raw`[\d.:]+(?:/(?:tcp|udp))?`),
    '--add-host': only('host\\.docker\\.internal[:=]host-gateway'),
    '--memory': only(String.raw`\d+[bkmg]?`),
    '-m': only(String.raw`\d+[bkmg]?`),
    '--cpus': only(String.raw`[\d.]+`),
    '--pids-limit': only(String.raw`\d+`),
    '--cap-drop': only(String.raw`\w+`),
    '--security-opt': only('no-new-privileges(?:[:=]true)?'),
    '--restart': only('no|always|unless-stopped|on-failure'),
  },
  named: [],
  variables: ['-e', '--env'],
};

/** Programs that start packages, by name. What is not here is not proven. */
export const starters: Readonly<Record<string, Starter>> = {
  // npx reads `--no-audit good` as an option with a value.
  npx: { ...npm, words: [[]] },
  npm: { ...npm, words: [['exec'], ['x']], readsOptionsAfter: true },
  pnpx: {
    ...npm,
    words: [[]],
    named: [],
    valued: {},
    flags: only('-s|--silent'),
  },
  pnpm: {
    ...npm,
    words: [['dlx']],
    named: [],
    valued: {},
    flags: only('-s|--silent'),
  },
  yarn: {
    ...npm,
    words: [['dlx']],
    named: [],
    valued: {},
    flags: only('-q|--quiet'),
  },
  bunx: {
    ...npm,
    words: [[]],
    named: [],
    valued: {},
    flags: only('--bun|--silent|-y'),
    prefersPath: true,
  },
  bun: {
    ...npm,
    words: [['x']],
    named: [],
    valued: {},
    flags: only('--bun|--silent|-y'),
    prefersPath: true,
  },
  deno: {
    kind: 'npm',
    words: [['run']],
    flags: only(String.raw`-A|-q|--quiet|--no-prompt|--allow-(?:all|net|read|write|env|run|sys|ffi)(?:=[^\0]*)?`),
    valued: {},
    named: [],
  },
  uvx: { ...uvx, words: [[]] },
  uv: { ...uvx, words: [['tool', 'run']] },
  pipx: {
    kind: 'pypi',
    words: [['run']],
    flags: only('-q|--quiet|--no-cache'),
    valued: { '--python': only(VERSION) },
    named: ['--spec'],
  },
  dnx: {
    kind: 'nuget',
    words: [[]],
    flags: only('-y|--yes|--prerelease'),
    valued: {},
    named: [],
    readsOptionsAfter: true,
  },
  docker: container,
  podman: container,
  nerdctl: container,
};

/** How an interpreter may be started to run one file. */
export interface Interpreter {
  readonly flags: RegExp;
  /** The option that stands before the file. */
  readonly before?: string;
}

/** Programs that run a file, by name. */
export const interpreters: Readonly<Record<string, Interpreter>> = {
  node: {
    flags: only(
      String.raw`--(?:no-warnings|no-deprecation|trace-warnings|trace-deprecation|enable-source-maps|experimental-(?:strip-types|fetch|vm-modules|sqlite)|max-old-space-size=\d+)`,
    ),
  },
  python: { flags: only('-[uBIsE]+') },
  java: { flags: only(String.raw`-Xm[sx]\d+[kmgKMG]`), before: '-jar' },
};

/** `python3.12` and `python` are read alike. */
export function interpreterFor(name: string): Interpreter | undefined {
  const plain = name.replace(/^python(?:3(?:\.\d+)?)?$/, 'python');
  return Object.hasOwn(interpreters, plain) ? interpreters[plain] : undefined;
}

/**
 * Exact forms of packages, as registries write them. `@npm:…`, addresses, paths and archives are none of them. npm takes
 * any name or version with the extension of an archive for a file, so that a part after a dot has a digit in a version.
 */
const forms: Readonly<Record<PackageKind, RegExp>> = {
  npm: only(String.raw`(?:@[a-z\d][\w.~-]*/)?[a-z\d][a-z\d._-]*(?:@(?:[\^~]?\d[a-z\d.+-]*|[a-z][a-z\d-]*(?:\.\d+)*))?`),
  pypi: only(
    String.raw`(?!(?:python|pypy|cpython|graalpy)[\d.]*(?:@|$))[A-Za-z\d](?:[\w.-]*[A-Za-z\d])?(?:\[[\w,. -]*\])?(?:@(?:\d[\w.+!-]*|latest)|\s*(?:===?|[~<>!]=|[<>])\s*\d[\w.+!*]*(?:\s*,\s*(?:===?|[~<>!]=|[<>])\s*\d[\w.+!*]*)*)?`,
  ),
  oci: only(
    String.raw`(?:[A-Za-z\d][A-Za-z\d.-]*(?::\d+)?/)?[a-z\d][a-z\d._-]*(?:/[a-z\d][a-z\d._-]*)*(?::\w[\w.-]{0,127})?(?:@sha256:[\da-f]{2,64})?`,
  ),
  nuget: only(String.raw`[A-Za-z\d][\w.-]*(?:@\d[\w.+-]*)?`),
};

/** What npm, pip and uv take for a file, wherever a version may follow. */
const FILE =
  /\.(?:tgz|tar|t[bglx]z\d?|t?[gx]z|lz|lzma|bz2?|zst|zip|whl|egg|pyz?|pyw|pyc|txt|in|toml|cfg|lock)(?=$|[^\w.-])/i;

export function isExactForm(kind: PackageKind, name: string): boolean {
  if (!forms[kind].test(name)) return false;
  if ((kind === 'npm' || kind === 'pypi') && FILE.test(name)) return false;
  const [, version] = /^.+@(.*)$/s.exec(name) ?? [];
  // npm reads these as the value of the option before them.
  if (kind === 'npm') return !/^(?:true|false|null)$/.test(name) && (version === undefined || isNodeRange(version));
  // uv takes what is no version for a path.
  return kind !== 'pypi' || version === undefined || version === 'latest' || isPythonVersion(version);
}

/** A version, the start of one, or a tag. */
function isNodeRange(text: string): boolean {
  if (/^[\^~]?\d+(?:\.\d+)?$|^[a-z][a-z\d-]*(?:\.\d+)*$/.test(text)) return true;
  const [, dotted = ''] = /^[\^~]?\d+\.\d+\.\d+(.*)$/s.exec(text) ?? [];
  return (
    isExactNodeVersion(text.replace(/^[\^~]/, '')) &&
    dotted
      .split('.')
      .slice(1)
      .every((one) => /\d/.test(one))
  );
}

/** Programs that start others in ways too many to list. */
const OTHERS =
  /^(?:env|sudo|doas|timeout|nice|ionice|stdbuf|time|exec|caffeinate|setsid|command|nohup|winpty|chronic|busybox|toybox|tini|dumb-init|start|xargs|flock|chroot|unshare|nsenter|strace|ltrace|script|watch|unbuffer|rlwrap|xvfb-run|dbus-run-session|systemd-run|runuser|su|gosu|su-exec|catatonit|firejail|bwrap|parallel|wsl|conhost|forfiles|mise|asdf|direnv|op|doppler|infisical|dotenv|dotenvx|aws-vault|chamber|poetry|pipenv|conda|mamba|micromamba|pixi|rye|hatch|pdm|bundle|nix|nix-shell|devbox|sops|teller|envchain|summon|fnm|corepack|plugboard|plug|yarnpkg|git|find|make|ssh|vim?|tar|gdb|screen|tmux|socat|open|xdg-open|explorer|pkexec|cpulimit|taskset|setarch|chrt|proot|fakeroot|eatmydata|ld|ld-linux[\w.-]*)$/;
/** Names that are as often plain words. */
const WORDS =
  /^(?:time|exec|command|start|script|watch|parallel|open|op|find|make|screen|plug|su|ld|git|conda|bundle|poetry|nice|chamber|summon)$/;
/** What shells do themselves, and Windows: they look for no program of that name. */
const OF_SHELLS = new Set(
  `alias autoload assoc bg bind break builtin call caller case cd chcp chdir cls color command compgen complete compopt
  continue copy coproc date declare del dir dirs disable disown do done echo elif else emulate enable endlocal erase esac
  eval exec exit export false fc fg fi float for foreach ftype function functions getln getopts goto hash help hist history
  if in integer jobs kill let limit local logout mapfile md mkdir mklink move nameref newgrp nocorrect noglob path pause
  popd print printf prompt pushd pwd r rd read readarray readonly rehash rem ren rename repeat return rmdir sched select set
  setlocal setopt shift shopt source start suspend test then time times title trap true type typeset ulimit umask unalias
  unfunction unhash unlimit unset unsetopt until ver verify vol wait whence where which while zle zmodload zstyle`.split(
    /\s+/,
  ),
);
const INTERPRETERS =
  /^(?:node|nodejs|deno|bun|tsx|ts-node|pythonw?[\d.]*|pypy[\d.]*|pyw?|ipython|java|javaw|jshell|perl|ruby|irb|php|lua(?:jit)?|osascript|[gmn]?awk|tclsh|expect|rscript|julia|go|cargo|dotnet|npx-cli(?:\.js)?|npm-cli(?:\.js)?|wscript|cscript|mshta|rundll32|regsvr32)$/;

/** Whether a program, by its plain name, starts others or runs code that its arguments name. */
export function startsOthers(name: string): boolean {
  return isShell(name) || Object.hasOwn(starters, name) || INTERPRETERS.test(name) || OTHERS.test(name);
}

/** Whether a word in the place of a program may be read by a shell itself, or starts other programs. */
export function isNoProgramOfPackage(word: string): boolean {
  return [word.toLowerCase(), programName(word)].some((name) => OF_SHELLS.has(name) || startsOthers(name));
}

/** Whether a word names such a program, and hardly anything else. */
export function namesStarter(word: string): boolean {
  const name = programName(word);
  return startsOthers(name) && !WORDS.test(name);
}
