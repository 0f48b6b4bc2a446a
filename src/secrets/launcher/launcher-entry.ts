import type { Server } from '../../model/server.ts';
import type { LauncherLine } from '../grants.ts';
import { namesIn, placeFor } from './places.ts';

/** The word of our command line that starts a server with its secrets. */
const EXEC = 'exec';
const OURS = /(?:^|[/\\@])plug(?:board)?(?:\.(?:js|cmd|exe|ps1|mjs))?(?:@[^/\\]*)?$/;

/**
 * The entry that starts a server through the launcher: the secrets among its references become places that the launcher
 * fills. `own` are the words that start Plugboard, `state` the variable that it needs to find its state.
 */
export function launcherEntry(
  name: string,
  server: Server,
  secrets: ReadonlySet<string>,
  own: readonly string[],
  state: Readonly<Record<string, string>> = {},
): Server {
  const { command = '', args = [], env = {} } = server;
  const placed = (text: string): string =>
    text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (whole, variable: string) =>
      secrets.has(variable) ? placeFor(variable) : whole,
    );
  const [program = '', ...before] = own;
  const variables = Object.fromEntries(Object.entries(env).map(([key, text]) => [key, placed(text)]));
  const all = { ...variables, ...state };
  return {
    ...server,
    command: program,
    args: [...before, EXEC, name, '--', placed(command), ...args.map(placed)],
    ...(Object.keys(all).length > 0 && { env: all }),
  };
}

/** What a launcher entry starts; undefined for any other server. */
export function readLauncher({ command, args, env = {} }: Server): LauncherLine | undefined {
  const words = [command ?? '', ...(Array.isArray(args) ? args : [])];
  const at = words.indexOf(EXEC);
  const isOurs = at > 0 && words.slice(0, at).some((word) => OURS.test(word)) && words[at + 2] === '--';
  return isOurs ? launcherLine(words[at + 1] ?? '', words.slice(at + 3), env) : undefined;
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
