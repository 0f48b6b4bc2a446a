import { replaceReferences } from '../reference.ts';
import type { Server } from '../server.ts';
import { namesIn, placeFor, withReferences } from './places.ts';

/** A command line with the places of its secrets, and the variables with secrets. */
export interface LauncherLine {
  readonly server: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The rest of the entry that it was read from: where it starts, and with which variables. */
  readonly entry?: { readonly env: Readonly<Record<string, string>>; readonly cwd?: string };
}

/** The word of our command line that starts a server with its secrets. */
const EXEC = 'exec';
const OURS = /(?:^|[/\\@])plug(?:board)?(?:\.(?:js|cmd|exe|ps1|mjs))?(?:@[^/\\]*)?$/;

/** Variables with which the launcher finds its vault. They are written into its entry, and are not the server's own. */
export const launcherVariables = [
  'PLUGBOARD_HOME',
  'PLUGBOARD_KEY_FILE',
  'PLUGBOARD_PASSPHRASE_FILE',
  'XDG_STATE_HOME',
  'XDG_DATA_HOME',
  'XDG_CONFIG_HOME',
  'PASSWORD_STORE_DIR',
  'GNUPGHOME',
] as const;

/**
 * The entry that starts a server through the launcher: the secrets among its references become places that the launcher
 * fills. `own` are the words that start Plugboard, `state` the variables that it needs to find its vault. Arguments of
 * `asBefore` stay: a reference in them is expanded by the program, and a value there would be in the process list.
 */
export function launcherEntry(
  name: string,
  server: Server,
  secrets: ReadonlySet<string>,
  own: readonly string[],
  state: Readonly<Record<string, string>> = {},
  asBefore: readonly string[] = [],
): Server {
  const { command = '', args = [], env = {} } = server;
  const placed = (text: string): string =>
    replaceReferences(text, (variable) => (secrets.has(variable) ? placeFor(variable) : undefined));
  const [program = '', ...before] = own;
  const variables = Object.fromEntries(Object.entries(env).map(([key, text]) => [key, placed(text)]));
  const all = { ...variables, ...state };
  return {
    ...server,
    command: program,
    args: [
      ...before,
      EXEC,
      name,
      '--',
      placed(command),
      ...args.map((arg) => (asBefore.includes(arg) ? arg : placed(arg))),
    ],
    ...(Object.keys(all).length > 0 && { env: all }),
  };
}

/** What a launcher entry starts; undefined for any other server. */
export function readLauncher(server: Server): LauncherLine | undefined {
  const parts = launcherParts(server);
  if (!parts) return undefined;
  const { env = {}, cwd } = server;
  const line = launcherLine(parts.server, parts.words, env);
  return { ...line, entry: { env, ...(cwd !== undefined && { cwd }) } };
}

interface LauncherParts {
  /** The words that start Plugboard. */
  readonly own: readonly string[];
  readonly server: string;
  readonly words: readonly string[];
}

function launcherParts({ command, args }: Server): LauncherParts | undefined {
  const words = [command ?? '', ...(Array.isArray(args) ? args : [])];
  const at = words.indexOf(EXEC);
  const isOurs = at > 0 && words.slice(0, at).some((word) => OURS.test(word)) && words[at + 2] === '--';
  return isOurs ? { own: words.slice(0, at), server: words[at + 1] ?? '', words: words.slice(at + 3) } : undefined;
}

/** Only variables with secrets count: a client adds others of its own. */
export function launcherLine(
  server: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): LauncherLine {
  const placed = Object.entries(env).filter(
    (one): one is [string, string] => one[1] !== undefined && namesIn(one[1]).length > 0,
  );
  return { server, words, env: Object.fromEntries(placed) };
}

/** The secrets that a command line and its variables have places for. */
export function secretsOf({ words, env }: LauncherLine): string[] {
  return [...new Set([...words, ...Object.values(env)].flatMap(namesIn))];
}

/** The server that a launcher entry starts, with references in place of its secrets. Any other server as it is. */
export function withoutLauncher(server: Server): Server {
  const parts = launcherParts(server);
  if (!parts) return server;
  const [command = '', ...words] = parts.words.map(withReferences);
  const { args: _, env = {}, ...rest } = server;
  const own = Object.entries(env).filter(([key]) => !isLauncherVariable(key));
  return {
    ...rest,
    command,
    ...(words.length > 0 && { args: words }),
    ...(own.length > 0 && { env: Object.fromEntries(own.map(([key, text]) => [key, withReferences(text)])) }),
  };
}

/** The server through the launcher of the entry that it replaces, if that is one. `secrets` are the names in the vault. */
export function keepLauncher(before: Server | undefined, server: Server, secrets: Iterable<string>): Server {
  const parts = before && launcherParts(before);
  if (!before || !parts || server.command === undefined || launcherParts(server)) return server;
  const placed = secretsOf(launcherLine(parts.server, parts.words, before.env ?? {}));
  const state = Object.entries(before.env ?? {}).filter(([key]) => isLauncherVariable(key));
  const names = new Set([...secrets, ...placed]);
  return launcherEntry(parts.server, server, names, parts.own, Object.fromEntries(state), parts.words);
}

function isLauncherVariable(name: string): boolean {
  return launcherVariables.some((one) => one === name);
}

/** The arguments with which the gateway serves one server in place of it. */
export function gatewayArguments(name: string): string[] {
  return ['serve', '--only', name, '--names', 'plain'];
}

/** The server of the catalog that such an entry serves; undefined for any other server. */
export function servedName({ command, args }: Server): string | undefined {
  const words = [command ?? '', ...(Array.isArray(args) ? args : [])];
  const at = words.indexOf('serve');
  const name = words[at + 2];
  const isOurs = at > 0 && words.slice(0, at).some((word) => OURS.test(word)) && name !== undefined;
  return isOurs && gatewayArguments(name).every((word, index) => words[at + index] === word) ? name : undefined;
}
