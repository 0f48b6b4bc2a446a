import { replaceReferences } from '../reference.ts';
import { inferTransport, type Server } from '../server.ts';
import { launcherEntry, type LauncherLine, readLauncher } from './launcher-entry.ts';
import { placeFor } from './places.ts';
import { withoutPrintCommands } from './print-command.ts';

/**
 * The line that a launcher of an entry would start, with places for these secrets: a grant for one is a grant for the other.
 * A remote server has no words, so that no launcher can start its line; its address and its headers count as variables.
 */
export function entryLine(name: string, definition: Server, secrets: ReadonlySet<string>): LauncherLine {
  const server = withoutPrintCommands(definition);
  const { command = '', args, cwd } = server;
  if (inferTransport(server) === 'stdio') {
    const words = Array.isArray(args) ? args.map(String) : [];
    const started = { command, args: words, env: textsOf(server.env), ...(typeof cwd === 'string' && { cwd }) };
    return readLauncher(launcherEntry(name, started, secrets, ['plugboard'])) ?? { server: name, words: [], env: {} };
  }
  const headers = Object.entries(textsOf(server.headers)).map(([key, text]): [string, string] => [
    `headers.${key}`,
    text,
  ]);
  const texts: [string, string][] = [['url', server.url ?? ''], ...headers];
  const placed = texts.map(([key, text]): [string, string] => [
    key,
    replaceReferences(text, (variable) => (secrets.has(variable) ? placeFor(variable) : undefined)),
  ]);
  return { server: name, words: [], env: Object.fromEntries(placed) };
}

/** A definition may have `"PORT": 8080`, which has an obvious meaning. */
function textsOf(map: unknown): Record<string, string> {
  return typeof map === 'object' && map !== null
    ? Object.fromEntries(Object.entries(map).map(([key, value]) => [key, String(value)]))
    : {};
}
