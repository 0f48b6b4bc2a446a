import type { Server } from '../server.ts';

interface Wrapped {
  /** The words that the interpreter reads as one command line, as far as they can be told apart. */
  readonly words: readonly string[];
  /** It only starts a program, with words that mean the same without it. */
  readonly isPlain: boolean;
}

/** Whether the server is started through the command interpreter of Windows. */
export function isCmdWrapper(server: Server): boolean {
  return wrappedIn(server) !== undefined;
}

/** The server without the interpreter around it. */
export function unwrapped(server: Server): Server {
  const wrapped = wrappedIn(server);
  return wrapped ? withWords(server, wrapped.words) : server;
}

/** The server with the interpreter around it. */
export function throughCmd(server: Server): Server {
  const { command = '', args = [] } = server;
  // A command line that starts with a quote loses that and the last one, unless there are no others and no parentheses.
  const before = /\s/.test(command) ? ['/c', 'call'] : ['/c'];
  return { ...server, command: 'cmd', args: [...before, command, ...args] };
}

/**
 * The server without the interpreter, if that only starts a program: this form works on every system. A definition that
 * uses the interpreter for more is returned as it is.
 */
export function portable(server: Server): Server {
  const wrapped = wrappedIn(server);
  return wrapped?.isPlain ? withWords(server, wrapped.words) : server;
}

function withWords(server: Server, [command = '', ...args]: readonly string[]): Server {
  return { ...server, command, args };
}

/** Commands that the interpreter runs itself; no program has these names. */
const builtIn =
  /^(?:assoc|call|cd|chdir|cls|copy|date|del|dir|echo|endlocal|erase|exit|for|ftype|goto|if|md|mkdir|mklink|move|path|pause|popd|prompt|pushd|rd|ren|rename|rmdir|set|setlocal|start|time|title|type|ver|verify|vol)$/i;

/** Characters that the interpreter would treat as syntax. */
export const cmdSyntax = /[&|<>^%]/;

/** Those and all others with which a text could end its quotes, its word or its line there. */
export const cmdMeaning = /[&|<>^%!"\r\n]/;

/** Options before the command line, which may stand together: `/d /s /c`, `/d/c`, `/cnpx`. */
const OPTIONS = /^((?:\/(?:[adqsu]|[efv]:(?:on|off)|t:[\da-f]+))*)(?:(\/[ckr])(.*))?$/is;
/** Only how the interpreter itself starts, and nothing about the command line. */
const HARMLESS = /^(?:\/(?:[adqsu]|e:on|f:off|v:off))*$/i;

function wrappedIn({ command, args }: Server): Wrapped | undefined {
  const isCmd = typeof command === 'string' && /^(?:.*[/\\])?cmd(?:\.exe)?$/i.test(command);
  const line = isCmd && Array.isArray(args) ? lineIn(args.map(String)) : undefined;
  if (!line) return undefined;
  const [first = '', ...others] = wordsIn(line.parts);
  const words = /^call$/i.test(first) ? others : [first, ...others];
  if (words.length === 0 || first === '') return undefined;
  return { words, isPlain: !/k/i.test(line.run) && HARMLESS.test(line.options) && isPlain(words) };
}

interface Line {
  /** Those before `/c`. */
  readonly options: string;
  /** `/c`, `/k` or `/r`. */
  readonly run: string;
  /** What follows. */
  readonly parts: readonly string[];
}

/** The command line among the arguments of the interpreter. */
function lineIn(args: readonly string[]): Line | undefined {
  let before = '';
  for (const [index, arg] of args.entries()) {
    const [whole, options = '', run, attached = ''] = OPTIONS.exec(arg) ?? [];
    if (!whole) return undefined;
    before += options;
    if (run === undefined) continue;
    const parts = [attached.trim(), ...args.slice(index + 1)];
    return { options: before, run, parts: parts[0] === '' ? parts.slice(1) : parts };
  }
  return undefined;
}

function isPlain(words: readonly string[]): boolean {
  const [command = ''] = words;
  return command !== '' && !builtIn.test(command) && !words.some((word) => cmdSyntax.test(word) || word.includes('"'));
}

const PROGRAM_WITH_SPACES = /^(?:[a-z]:|\.{0,2})[/\\][^"]*\.(?:cmd|bat|exe|com)$/i;

/** A single argument may be a whole command line, which the interpreter splits; or one program with spaces in its path. */
function wordsIn(args: readonly string[]): readonly string[] {
  const [only = ''] = args;
  if (args.length !== 1 || !/\s/.test(only)) return args;
  const whole = /^"([^"]*)"$/.exec(only.trim())?.[1] ?? only.trim();
  if (PROGRAM_WITH_SPACES.test(whole)) return [whole];
  // One pair of quotes around others belongs to the interpreter.
  const line = /^"".*"$/s.test(whole) ? whole.slice(1, -1) : whole;
  const words = [...line.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([word]) => word.replaceAll(/"([^"]*)"/g, '$1'));
  // With a quote that is not closed, nothing is known.
  return (line.split('"').length - 1) % 2 === 0 ? words : [line];
}

/** Whether references in this field are shell variables. */
export function isForShell({ command }: Server, field: string): boolean {
  return field === 'args' && /^(?:.*[/\\])?(?:ba|da|z|fi)?sh$/.test(String(command));
}
