import { PlugboardError } from '../model/error.ts';
import { validateServerName } from '../validate/server-config.ts';

/** What the words of `add` mean. */
export type Wanted =
  /** A server said with options or as a command line behind `--`. */
  | { readonly kind: 'server'; readonly name: string | undefined; readonly commandLine: readonly string[] }
  /** Something to be understood first: text, an address, a link, or `-` for standard input. */
  | { readonly kind: 'pasted'; readonly name: string | undefined; readonly text: string }
  /** Too little to go on: ask. */
  | { readonly kind: 'open'; readonly name: string | undefined };

/**
 * Tells a name from something pasted: nothing that is pasted is a good name, and what is a good name is taken for one.
 * `hasUrl` says that the address came as an option.
 */
export function whatToAdd(words: readonly string[], afterDashes: readonly string[], hasUrl: boolean): Wanted {
  const [first, second, ...more] = words.slice(0, words.length - afterDashes.length);
  const named = first !== undefined && isName(first);
  const name = named ? first : undefined;
  const text = named ? second : first;
  const rest = named ? more : [second, ...more].filter((word) => word !== undefined);
  if (text !== undefined && (rest.length > 0 || !isPasted(text)))
    throw new PlugboardError('usage', { message: misplaced(name, [text, ...rest]) });
  if (afterDashes.length > 0 || hasUrl) {
    if (text !== undefined)
      throw new PlugboardError('usage', { message: 'Use either --url or -- <command...>, not both.' });
    return { kind: 'server', name, commandLine: afterDashes };
  }
  return text === undefined ? { kind: 'open', name } : { kind: 'pasted', name, text };
}

function isName(word: string): boolean {
  return word !== '-' && validateServerName(word) === undefined;
}

/** Text with blanks, braces or a scheme; a word alone is no text. */
function isPasted(text: string): boolean {
  return text === '-' || /[\s{["]|^[a-z][\w+.-]*:/i.test(text);
}

function misplaced(name: string | undefined, rest: readonly (string | undefined)[]): string {
  return `Put -- before the command: plugboard add ${name ?? '<name>'} -- ${rest[0]} …`;
}
