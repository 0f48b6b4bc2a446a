import { isStarter } from '../../manage/paste/command-lines/starters.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { isRegistryName } from '../../registry/server-json/server-json.ts';
import { validateServerName } from '../../validate/server-config.ts';

/** What the arguments of `add` mean. */
export type Wanted =
  /** A server given by options or as a command line after `--`. */
  | { readonly kind: 'server'; readonly name: string | undefined; readonly commandLine: readonly string[] }
  /** Input to be parsed: text, a URL, a link, or `-` for standard input. */
  | { readonly kind: 'pasted'; readonly name: string | undefined; readonly text: string }
  /** A server of a registry, such as `io.github.acme/server@1.2.3`. */
  | { readonly kind: 'registry'; readonly name: string | undefined; readonly registryName: string }
  /** Too little information: ask. */
  | { readonly kind: 'open'; readonly name: string | undefined };

/**
 * Distinguishes a name from pasted input: pasted input is never a valid name, and a valid name is taken for one.
 * `hasUrl`: the URL was given as an option.
 */
export function parseAddArguments(words: readonly string[], afterDashes: readonly string[], hasUrl: boolean): Wanted {
  const given = words.slice(0, words.length - afterDashes.length);
  const isSaid = afterDashes.length > 0 || hasUrl;
  // Then nothing is pasted: a single word is the name, valid or not.
  if (isSaid && given.length <= 1) return { kind: 'server', name: given[0], commandLine: afterDashes };
  const [first, second, ...more] = given;
  const named = first !== undefined && isName(first);
  const name = named ? first : undefined;
  const text = named ? second : first;
  const rest = named ? more : [second, ...more].filter((word) => word !== undefined);
  if (text !== undefined && (rest.length > 0 || !isPasted(text)))
    throw new PlugboardError('usage', { message: missingDashes(given) });
  if (isSaid) throw new PlugboardError('usage', { message: 'Use either --url or -- <command...>, not both.' });
  return definedBy(text, name);
}

function definedBy(text: string | undefined, name: string | undefined): Wanted {
  if (text === undefined) return { kind: 'open', name };
  return isInRegistry(text) ? { kind: 'registry', name, registryName: text } : { kind: 'pasted', name, text };
}

function isName(word: string): boolean {
  return word !== '-' && validateServerName(word) === undefined;
}

/** Names of servers here have no slash, and pasted text has whitespace, braces or a scheme. */
function isInRegistry(text: string): boolean {
  return isRegistryName(text.replace(/@[^@/]+$/, ''));
}

/** Pasted text contains whitespace, braces or a URL scheme, unless it names a server of a registry. */
function isPasted(text: string): boolean {
  return text === '-' || isInRegistry(text) || /[\s{["]|^[a-z][\w+.-]*:/i.test(text);
}

/** Suggests the intended command line when `--` before the command is missing. */
export function missingDashes([first = '', second = '']: readonly string[]): string {
  if (isStarter(first) && !isStarter(second))
    return `Put a name and -- before the command: plugboard add <name> -- ${first} …`;
  const [name, command] = isName(first) ? [first, second] : ['<name>', first];
  return `Put -- before the command: plugboard add ${name} -- ${command} …`;
}
