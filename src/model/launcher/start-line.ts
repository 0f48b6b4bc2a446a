import { directorySettings } from '../packages/directory-settings.ts';
import type { Environment } from '../reference.ts';
import { programName } from '../shell/program-name.ts';
import { isUsual, LEADS_ELSEWHERE, LOADS_CODE } from '../shell/risky-variables.ts';

/** Runners of packages, which also look for one in the working directory. */
const runners = new Set(['npx', 'pnpx', 'bunx']);
/** Programs that take what they run from the working directory. */
const fromDirectory = new Set(
  (
    'npm pnpm yarn bun deno uv make just task cargo go dotnet mvn gradle composer bundle rake poetry pdm rye hatch nix ' +
    'mise pixi devbox devenv swift dart bazel bazelisk ant sbt mill mix stack cabal zig uvicorn gunicorn hypercorn daphne ' +
    'flask turbo nx moon bb vagrant direnv rush lerna gulp grunt invoke fab tox nox earthly dagger sam serverless sls cdk ' +
    'terraform pulumi rails iex elixir crystal shards dub dune opam raco lake pants buck2'
  ).split(' '),
);
/** Programs whose settings in the directory name what they run. */
const fromSettings = new Set('clojure clj lein rscript r nodemon dotenv dotenvx docker-compose'.split(' '));
/** Programs that read their arguments as commands. */
const shells = new Set(
  'sh bash zsh dash ash ksh fish cmd powershell pwsh env nice nohup timeout setsid stdbuf xargs sudo doas time eval exec'.split(
    ' ',
  ),
);
/** Programs and packages that run a file or a text that is among their arguments. */
const interpreters = new Set(
  `node nodejs tsx ts-node nodemon python pythonw py ruby perl php java lua rscript julia osascript supergateway mcp-proxy
  concurrently cross-env dotenv`.split(/\s+/),
);
/** What a program starts by name. */
const helpers: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:npx|npm|pnpx|pnpm|yarn)$/, ['node', 'sh', 'git']],
  [/^(?:bunx|bun)$/, ['bun', 'node', 'sh', 'git']],
  [/^(?:uvx|uv|pipx|poetry|pdm|rye|hatch)$/, ['uv', 'python3', 'python', 'sh', 'git']],
];

/** Names that mean the same program: `python3.12` is `python`. */
function plainName(word: string): string {
  return programName(word.replace(/(?<=.)@[^@/\\]*$/, '')).replace(/[\d.]+$/, '');
}

/** The words within words, because a script is one word. */
function partsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => word.match(/[\w@./\\+-]+/g) ?? []);
}

/** The programs that a line names: its first word, and those of a script or of what a wrapper starts. */
function namedPrograms(words: readonly string[]): string[] {
  const [first = '', ...others] = words;
  const isScript = shells.has(plainName(first)) || /^np[mx]-cli$/.test(plainName(others[0] ?? '').replace(/\.js$/, ''));
  const all = [first, ...(isScript ? partsOf(others) : [])].map(plainName);
  return all.map((name) => name.replace(/^(np[mx])-cli\.js$/, '$1'));
}

/** Whether a line runs code that is named by its arguments, so that none of them is only data. */
export function runsArguments(words: readonly string[]): boolean {
  const named = namedPrograms(words);
  return [...named, ...packagesOf(named, words)].some((name) => shells.has(name) || interpreters.has(name));
}

/** What a runner of packages may start: a package may be an interpreter or a shell too. */
function packagesOf(named: readonly string[], words: readonly string[]): string[] {
  if (!named.some((name) => runners.has(name) || /^(?:uvx|pipx)$/.test(name))) return [];
  const found = partsOf(words.slice(1)).map(plainName);
  return found.filter(
    (name) => name.length > 1 && (shells.has(name) || interpreters.has(name) || fromSettings.has(name)),
  );
}

/** `docker compose` takes what it starts from a file of the directory, and other commands what a relative path names. */
function isComposed(named: readonly string[], words: readonly string[]): boolean {
  return (
    named.some((name) => /^(?:docker|podman|nerdctl)$/.test(name)) &&
    (words.includes('compose') || words.some(isFromHere))
  );
}

/** Programs that a line starts by name: its own first. Those of a script are found by their names in it. */
export function programsIn(words: readonly string[]): string[] {
  const [first = '', ...others] = words;
  const named = shells.has(plainName(first)) ? partsOf(others).filter((word) => /^[\w+.-]+$/.test(word)) : [];
  const found = [first, ...named.slice(0, 60)];
  const all = new Set([...found, ...found.flatMap((name) => [...helpersOf(name)])]);
  return [...all].filter((name) => name !== '');
}

/** What a program starts by name. */
export function helpersOf(name: string): readonly string[] {
  return helpers.find(([pattern]) => pattern.test(programName(name)))?.[1] ?? [];
}

/** An option of a container, or its value, with a file or folder of the working directory. */
function isFromHere(word: string, at: number, words: readonly string[]): boolean {
  const value = word.replace(/^--?[A-Za-z-]+=|^-[ev](?=\.)/, '');
  const isFile =
    /^--(?:env-file|cidfile|label-file)$/.test(words[at - 1] ?? '') || /^--(?:env-file|label-file)=/.test(word);
  return (
    isRelativePath(value) ||
    /(?:^|,)(?:src|source)=(?!\/|[A-Za-z]:)[^,]*[/.]/.test(value) ||
    (isFile && !isAbsolute(value))
  );
}

function isRelativePath(value: string): boolean {
  return /^\.{1,2}(?:[/\\:]|$)/.test(value);
}

/** Options of runners that name a package, which may be a directory. */
const NAMES_PACKAGE = /^(?:-p|--(?:package|from|with|with-editable|editable|spec|pip-args))$/;

/** Whether a runner takes its package from the directory: what follows the package is data for it. */
function isPackageFromHere(names: readonly string[], words: readonly string[]): boolean {
  if (!names.some((name) => runners.has(name) || /^(?:uvx|pipx|dnx)$/.test(name))) return false;
  const first = words.findIndex((word, at) => at > 0 && !word.startsWith('-') && word !== 'run' && word !== 'runpip');
  return words.some((word, at) => {
    const isPackage = (at > 0 && at <= first) || NAMES_PACKAGE.test(words[at - 1] ?? '') || /^--[\w-]+=/.test(word);
    return (
      isPackage &&
      isRelativePath(word.replace(/^(?:--[\w-]+=)?(?:(?:file|git\+file|link|portal|path):(?:\/\/)?)?/i, ''))
    );
  });
}

/** How the working directory decides what a line runs: always, if it has such a package or settings, or not. */
export function directoryDecides(
  words: readonly string[],
): 'always' | { readonly runners: readonly string[]; readonly packages: readonly string[] } | undefined {
  const names = namedPrograms(words);
  const isElsewhere = words.some((word, at) => {
    const [, inline] = /^--(?:directory|project|cwd|prefix|manifest-path)=(.*)$/s.exec(word) ?? [];
    const isOption = /^(?:-C|--(?:directory|project|cwd|prefix|manifest-path))$/.test(words[at - 1] ?? '');
    return isAbsolute(inline ?? (isOption ? word : ''));
  });
  if (isRelative(words[0] ?? '') || isPackageFromHere(names, words)) return 'always';
  if (names.some((name) => fromDirectory.has(name)) && !isElsewhere) return 'always';
  if (names.some((name) => /^(?:python|pythonw|py)$/.test(name)) && words.some((word) => /^-[a-zA-Z]*[mc]/.test(word)))
    return 'always';
  const started = [...names, ...packagesOf(names, words)];
  if (started.some((name) => fromSettings.has(name)) || isComposed(names, words)) return 'always';
  const readers = started.filter((name) => directorySettings(name));
  if (readers.length > 0)
    return {
      runners: [...new Set(readers)],
      packages: [...new Set([...words.slice(1), ...partsOf(words.slice(1))])]
        .filter((word) => !word.startsWith('-'))
        .slice(0, 80),
    };
  return undefined;
}

/** Words that may be files of the working directory. */
export function filesIn(words: readonly string[]): string[] {
  return partsOf(words.slice(1)).filter((word) => !isAbsolute(word) && !word.startsWith('-'));
}

function isAbsolute(word: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(word);
}

function isRelative(word: string): boolean {
  return /[/\\]/.test(word) && !isAbsolute(word);
}

/** Variables that choose code beside those of `LOADS_CODE` and `LEADS_ELSEWHERE`: settings of runners and their places. */
const CHOOSES =
  /^(?:(?:DOCKER|CONTAINER)_(?:HOST|CONTEXT|CONFIG)$|PREFIX$|DESTDIR$|UV_|PIP_|BUN_|DENO_|npm_config_|YARN_|COREPACK_|DOTNET_STARTUP_HOOKS|JDK_JAVA_OPTIONS|PYTHON\w+|LD_|BASH_FUNC_|XDG_(?:CONFIG|DATA)_HOME$|VIRTUAL_ENV$|CONDA_PREFIX$|SHELL$|COMSPEC$)/i;
/** Programs are looked for on the PATH and compared. What direnv notes about its own file loads nothing. */
const NOT_CODE =
  /^(?:PATH|PATHEXT|NO_PROXY|DIRENV_(?:FILE|DIR|DIFF|WATCHES)|PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|IOENCODING|UTF8|HASHSEED)|COREPACK_ENABLE_DOWNLOAD_PROMPT)$/i;
/** A proxy of this machine, which differs from one session to the next. */
const LOCAL_PROXY = /^(?:\w+:\/\/)?(?:[^@/\s]*@)?(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?\/?$/i;
/** Where a program has its settings, which often name programs or modules. */
const NAMES_SETTINGS =
  /(?:^|_)(?:CONFIG|SETTINGS)_?(?:DIR|DIRECTORY|FILE|PATH|HOME)$|^(?:RIPGREP_CONFIG_PATH|AWS_SHARED_CREDENTIALS_FILE|CLOUDSDK_\w+)$/i;
/** Options of Node that load nothing. */
const HARMLESS_NODE_OPTIONS =
  /^(?:(?:--(?:max-old-space-size|max-semi-space-size|max-http-header-size|stack-trace-limit)=\d+|--(?:no-)?(?:warnings|deprecation)|--enable-source-maps|--use-(?:system|openssl|bundled)-ca|--dns-result-order=\w+)(?:\s+|$))+$/;

/** What a machine says about the value of a variable. */
export interface ValuePlaces {
  readonly isInProject: (path: string) => boolean;
  /** Whether only the person or the system puts settings there. */
  readonly isForSettings: (path: string) => boolean;
  /** Whether a value leads to a file or directory of the project that may have code or settings. */
  readonly namesProjectFile: (name: string, value: string) => boolean;
}

/**
 * The variables of an environment that choose what a program loads, without those that are known to load nothing, and
 * without what differs from one session of the person to the next. A list of names has always a next entry, so a value
 * that leads to a file of the project counts under any name.
 */
export function loadingVariables(env: Environment, places: ValuePlaces): [name: string, value: string][] {
  return Object.entries(env).filter((one): one is [string, string] => {
    const [name, value] = one;
    if (!value || NOT_CODE.test(name)) return false;
    if (/^NODE_OPTIONS$/i.test(name) && HARMLESS_NODE_OPTIONS.test(value.trim())) return false;
    if (CHOOSES.test(name)) return true;
    if (/_PROXY$/i.test(name)) return !LOCAL_PROXY.test(value);
    if (LOADS_CODE.test(name) || LEADS_ELSEWHERE.test(name)) {
      if (!isUsual(name, value, places.isInProject)) return true;
    } else if (namesReceiver(name, value)) return true;
    if (NAMES_SETTINGS.test(name) && !places.isForSettings(value)) return true;
    return !OF_TERMINAL.test(name) && places.namesProjectFile(name, value);
  });
}

/** A secret is sent to whom such a variable names. */
const RECEIVER =
  /(?:^|_)(?:HOST|HOSTADDR|HOSTNAME|SERVER|ENDPOINT|ADDR|ADDRESS|URL|URI|BASE|DSN|DOMAIN|ORIGIN)$|^PGHOST(?:ADDR)?$/i;
/** What desktops, terminals and code hosts set for every session; none of them is read for where a server sends something. */
const OF_DESKTOP =
  /^(?:HOST|HOSTNAME|COMPUTERNAME|LOGONSERVER|SESSION_MANAGER|DISPLAY|(?:WAYLAND|PULSE|PIPEWIRE|DBUS|AT_SPI|GNOME|KDE|VSCODE|TERM|COLORTERM|WEZTERM|KITTY|ALACRITTY|ITERM|WSL|WT|LC|CURSOR|CLAUDE|CODEX)_\w+)$/i;

/** Whether a value is an address, or its name says that it names one. */
function namesReceiver(name: string, value: string): boolean {
  if (OF_DESKTOP.test(name)) return false;
  if (/^(?!file:|unix:)[a-z][a-z\d+.-]*:\/\/[^/]/i.test(value)) return true;
  return RECEIVER.test(name) && !/^(?:\d*|true|false|\/.*)$/i.test(value);
}

/** What a shell notes about itself. `_` is the program that it starts. */
const OF_TERMINAL = /^(?:_|PWD|OLDPWD|INIT_CWD|HISTFILE)$/i;

/** Variables that npm sets for what it starts: another npm below it must find its own. */
const OF_NPM =
  /^npm_(?:config_(?:user_agent|noproxy|node_gyp|init_module|local_prefix|global_prefix|npm_version|cache|prefix|globalconfig|userconfig)|package_\w+|lifecycle_\w+|command|execpath|node_execpath)$/i;

/** The environment without what an npm above has set, if there is one. */
export function withoutOuterNpm(env: Environment): Environment {
  if (!Object.keys(env).some((name) => /^npm_(?:execpath|config_user_agent)$/i.test(name))) return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_NPM.test(name)));
}
