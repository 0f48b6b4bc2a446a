import type { ServerPackage } from '../server-json/server-json.ts';
import type { InstallableKind } from './offers.ts';
import { UnsafeDocument } from './unsafe-document.ts';

/** A kind of package whose command line is known. An MCPB bundle says itself how it is started. */
export type CommandKind = Exclude<InstallableKind, 'mcpb'>;

/** Programs that a document may choose to start a package with; the first is the default. */
const runtimes: Readonly<Record<CommandKind, readonly string[]>> = {
  npm: ['npx', 'bunx', 'pnpx'],
  pypi: ['uvx', 'pipx'],
  oci: ['docker', 'podman', 'nerdctl'],
  nuget: ['dnx'],
};

/** The program that starts a package, and whether the document asks for another one, which is not used. */
export function runtimeOf(kind: CommandKind, { runtimeHint }: ServerPackage): { program: string; ignored?: string } {
  const known = runtimes[kind];
  const [usual = ''] = known;
  if (runtimeHint === undefined || runtimeHint === '') return { program: usual };
  return known.includes(runtimeHint) ? { program: runtimeHint } : { program: usual, ignored: runtimeHint };
}

/** Stands for what the user gave, while a document's own words are judged. */
export const GIVEN = '\u{f0000}';

/** Options by name: `true` for one without a value, else what its value may be. */
type Options = Readonly<Record<string, true | RegExp | ((value: string) => boolean)>>;

const flags = (names: string): Options => Object.fromEntries(names.split(' ').map((name) => [name, true]));
const valued = (names: string, value: RegExp | ((value: string) => boolean)): Options =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]));

const python = /^(?:cpython@|python)?3(?:\.\d{1,2}){0,2}$/;

/** What each type of mount may say. Any other type lays something over the files of the image: an image, a device. */
const mounts: Readonly<Record<string, (source: string) => boolean>> = {
  volume: (source) => source === '' || isVolume(source),
  tmpfs: (source) => source === '',
  bind: isGiven,
};

/** A volume of the engine, a directory in memory, or a directory that the user gave. */
function isMount(value: string): boolean {
  const parts = value.split(',').map((part): [string, string] => {
    const [key = '', text = ''] = part.split(/=(.*)/s);
    return [key, text];
  });
  const of = (...keys: string[]): string[] => parts.flatMap(([key, text]) => (keys.includes(key) ? [text] : []));
  const known = ['type', 'src', 'source', 'dst', 'destination', 'target', 'readonly', 'ro'];
  const isKnown = parts.every(([key]) => known.includes(key));
  const [[type = 'volume', ...types], [source = '', ...sources]] = [of('type'), of('src', 'source')];
  const [[place = '', ...places]] = [of('dst', 'destination', 'target')];
  if (!isKnown || types.length > 0 || sources.length > 0 || places.length > 0) return false;
  return isDirectory(place) && Object.hasOwn(mounts, type) && mounts[type]?.(source) === true;
}

/** A directory in the container. */
function isDirectory(place: string): boolean {
  return place.startsWith(GIVEN) || /^\/[^:,]*$/.test(place);
}

/** Options of a directory in memory that neither let programs run from it nor give them rights. */
const memoryOptions = /^(?:ro|rw|noexec|nosuid|nodev|size=\d+[kmg%]?|mode=[01]?[0-7]{3}|uid=\d+|gid=\d+)$/i;

function isMemory(value: string): boolean {
  const [place = '', options, ...more] = value.split(':');
  if (more.length > 0 || !/^\/[\w./-]*$/.test(place)) return false;
  return options === undefined || options.split(',').every((option) => memoryOptions.test(option));
}

/** What the user gave, or a part of it: a parent directory is not. */
function isGiven(path: string): boolean {
  return path.startsWith(GIVEN) && !path.split(/[/\\]/).includes('..');
}

function isVolume(name: string): boolean {
  return /^[A-Za-z\d][\w.-]*$/.test(name);
}

function isVolumeOption(value: string): boolean {
  const [, source = '', rest = ''] = /^([^:]*):(.*)$/s.exec(value) ?? [];
  return (isGiven(source) || isVolume(source)) && /^\/[^:]*(?::(?:ro|rw|z|Z))?$/.test(rest);
}

const container: Options = {
  ...flags('-i --interactive -t --tty -it --rm --init --read-only --no-healthcheck -q --quiet'),
  ...valued('--pull', /^(?:always|missing|never)$/),
  ...valued('--platform', /^[a-z]+\/[a-z\d]+(?:\/v\d)?$/),
  ...valued('--name -h --hostname', /^[A-Za-z\d][\w.-]*$/),
  ...valued('-m --memory --memory-swap --cpus --shm-size --pids-limit --stop-timeout', /^\d[\d.]*[bkmg]?$/i),
  ...valued('-u --user', /^\d+(?::\d+)?$/),
  ...valued('-w --workdir', /^\/[\w./:,=-]*$/),
  ...valued('--tmpfs', isMemory),
  ...valued('--cap-drop', /^\w+$/),
  ...valued('--security-opt', /^no-new-privileges(?::true)?$/),
  ...valued('--network --net', /^(?:none|bridge)$/),
  ...valued('--add-host', /^host\.docker\.internal:host-gateway$/),
  ...valued('-l --label', /^[\w.-]+=[\w.-]*$/),
  ...valued('-p --publish', new RegExp(`^127\\.0\\.0\\.1:(?:\\d+|${GIVEN}):(?:\\d+|${GIVEN})$`, 'u')),
  ...valued('-v --volume', isVolumeOption),
  ...valued('--mount', isMount),
  ...valued('--env-file', () => false),
};

/** Options that change neither what is started nor what it reaches. */
const harmless: Readonly<Record<string, Options>> = {
  npx: {
    ...flags('-y --yes -q --quiet --silent -s --prefer-offline --prefer-online --offline --ignore-scripts'),
    ...flags('--no-audit --no-fund --no-update-notifier'),
    ...valued('--loglevel', /^(?:silent|error|warn|notice|http|info|verbose|silly)$/),
  },
  bunx: flags('-y --yes --bun --silent --verbose'),
  pnpx: flags('-s --silent'),
  uvx: {
    ...flags('-q --quiet -v --verbose --no-progress --offline -n --no-cache --refresh --isolated --native-tls'),
    ...flags('--no-config --managed-python --no-python-downloads'),
    ...valued('-p --python', python),
    ...valued('--prerelease', /^(?:allow|disallow|if-necessary|explicit|if-necessary-or-explicit)$/),
  },
  pipx: { ...flags('-q --quiet -v --verbose --no-cache'), ...valued('--python', python) },
  docker: container,
  podman: container,
  nerdctl: container,
  dnx: {
    ...flags('-y --yes --prerelease --no-http-cache --allow-roll-forward'),
    ...valued('-v --verbosity', /^(?:q|quiet|m|minimal|n|normal|d|detailed|diag|diagnostic)$/),
  },
};

/**
 * Throws unless all words that a document puts before its package are options that are known to be harmless. `words` have
 * `GIVEN` in place of what the user gave. A container may get the variables in `own`, and no other of the user.
 */
export function checkRuntimeWords(program: string, words: readonly string[], own: readonly string[]): void {
  const options = harmless[program] ?? {};
  const isAllowed = (name: string, value: string | undefined): boolean => {
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined || option === true) return option === true && value === undefined;
    if (value === undefined) return false;
    if (value === GIVEN) return true;
    return option instanceof RegExp ? option.test(value) : option(value);
  };
  for (let at = firstOption(program, words); at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [name = '', inline] = word.startsWith('--') ? word.split(/=(.*)/s) : [word];
    const isOption = Object.hasOwn(options, name);
    const hasValue = isVariable(program, name) || (isOption && options[name] !== true);
    const value = inline ?? (hasValue ? words[(at += 1)] : undefined);
    const isKnown = isVariable(program, name) ? isOwnVariable(value, own) : isAllowed(name, value);
    if (!isKnown) throw new UnsafeDocument(`runtime argument ${word.replaceAll(GIVEN, '…')}`, 'start');
  }
}

/** The word `run` is a part of the program. */
function firstOption(program: string, [first]: readonly string[]): number {
  return first === 'run' && (harmless[program] === container || program === 'pipx') ? 1 : 0;
}

function isVariable(program: string, name: string): boolean {
  return harmless[program] === container && (name === '-e' || name === '--env');
}

/** A name without a value passes the variable of the user's environment. */
function isOwnVariable(value: string | undefined, own: readonly string[]): boolean {
  const [, name = '', text] = /^([A-Za-z_]\w*)(=.*)?$/s.exec(value ?? '') ?? [];
  return name !== '' && (text !== undefined || own.includes(name));
}
