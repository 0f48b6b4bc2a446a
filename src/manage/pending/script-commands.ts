/** Stands for a part of a word that only the shell knows, such as the value of a variable. */
export const UNKNOWN = '\0';

/** The words of one command, without quotes; parts that the shell fills in are `UNKNOWN`. */
export type CommandWords = readonly string[];

/** More than any real script. */
const MOST_NESTED = 10;
const OPERATOR = /(?:&&|\|\||;;|\|&|[;&|()\n])/y;
const REDIRECT = /\d*(?:&>>?|>>|>\||>&|<&|<>|>|<(?![<(]))/y;
const NAME = /\$(?:[A-Za-z_]\w*|[\d@*#?$!-])/y;
const BRACES = /\$\{[^}$`]*\}/y;
/** A brace of its own groups commands, and a bracket asks about a file. */
const GROUP = /(?:[{}]|\[\[?|\]\]?)(?=[\s;]|$)/y;
const PLAIN = /[^\s'"\\$`;&|()<>{}*?[\]#]+/y;

/**
 * Returns the commands of a shell script, with those inside of substitutions; undefined if it uses syntax of which the
 * words cannot be told.
 */
export function commandsOf(script: string, depth = 0): CommandWords[] | undefined {
  if (depth > MOST_NESTED) return undefined;
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let isTarget = false;
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(script)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const endWord = (): void => {
    if (word !== undefined && !isTarget) words.push(word);
    if (word !== undefined) isTarget = false;
    word = undefined;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  /** The script inside of `$(…)` or backticks, which are commands of their own. */
  const substitute = (from: number, end: number): boolean => {
    const inner = end === -1 ? undefined : commandsOf(script.slice(from, end), depth + 1);
    if (!inner) return false;
    commands.push(...inner.map((one) => [...one]));
    word = (word ?? '') + UNKNOWN;
    at = end + 1;
    return true;
  };
  /** Reads what `$` or a backtick starts; false if it cannot be told. */
  const expand = (): boolean => {
    if (script[at] === '`') return substitute(at + 1, script.indexOf('`', at + 1));
    if (script.startsWith('$(', at))
      return !script.startsWith('$((', at) && substitute(at + 2, closing(script, at + 2));
    if (script.startsWith("$'", at) || script.startsWith('$"', at)) return false;
    const isName = take(NAME) !== undefined || take(BRACES) !== undefined;
    if (!isName && script[at + 1] === '{') return false;
    if (!isName) at += 1;
    word = (word ?? '') + (isName ? UNKNOWN : '$');
    return true;
  };
  while (at < script.length) {
    const char = script[at] as string;
    if (char === ' ' || char === '\t' || char === '\r') {
      at += 1;
      endWord();
    } else if (char === '#' && word === undefined) {
      const end = script.indexOf('\n', at);
      at = end === -1 ? script.length : end;
    } else if (take(REDIRECT) !== undefined) {
      endWord();
      isTarget = true;
    } else if (take(OPERATOR) !== undefined) endCommand();
    else if (char === '<') return undefined;
    else if (word === undefined && take(GROUP) !== undefined) continue;
    else if (char === "'") {
      const end = script.indexOf("'", at + 1);
      if (end === -1) return undefined;
      word = (word ?? '') + script.slice(at + 1, end);
      at = end + 1;
    } else if (char === '"') {
      word ??= '';
      for (at += 1; script[at] !== '"';) {
        const inside = script[at];
        if (inside === undefined) return undefined;
        if (inside === '$' || inside === '`') {
          if (!expand()) return undefined;
        } else if (inside === '\\' && /["\\$`\n]/.test(script[at + 1] ?? '')) {
          word += script[at + 1] === '\n' ? '' : (script[at + 1] ?? '');
          at += 2;
        } else {
          word += inside;
          at += 1;
        }
      }
      at += 1;
    } else if (char === '\\') {
      word = (word ?? '') + (script[at + 1] === '\n' ? '' : (script[at + 1] ?? ''));
      at += 2;
    } else if (char === '$' || char === '`') {
      if (!expand()) return undefined;
    } else if (/[*?[\]{}]/.test(char)) {
      at += 1;
      word = (word ?? '') + UNKNOWN;
    } else word = (word ?? '') + (take(PLAIN) ?? script[at++]);
  }
  endCommand();
  return commands;
}

/** The offset of the bracket that ends `$(`. A quoted one inside is not told apart: then the words are others, and none is lost. */
function closing(script: string, from: number): number {
  let open = 1;
  for (let at = from; at < script.length; at += 1) {
    if (script[at] === '(') open += 1;
    else if (script[at] === ')') open -= 1;
    if (open === 0) return at;
  }
  return -1;
}
