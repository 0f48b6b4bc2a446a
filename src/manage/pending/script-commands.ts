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
  return depth > MOST_NESTED ? undefined : new ScriptReader(script, depth).read();
}

class ScriptReader {
  readonly #script: string;
  readonly #depth: number;
  readonly #commands: string[][] = [];
  #words: string[] = [];
  #word: string | undefined;
  /** The next word is the file of a redirection. */
  #isTarget = false;
  #at = 0;

  constructor(script: string, depth: number) {
    this.#script = script;
    this.#depth = depth;
  }

  read(): CommandWords[] | undefined {
    while (this.#at < this.#script.length) if (!this.#next()) return undefined;
    this.#endCommand();
    return this.#commands;
  }

  /** Reads what starts here; false if its words cannot be told. */
  #next(): boolean {
    const char = this.#script[this.#at] as string;
    if (/[ \t\r]/.test(char)) return this.#blank();
    if (char === '#' && this.#word === undefined) return this.#comment();
    if (this.#take(REDIRECT) !== undefined) return this.#redirect();
    if (this.#take(OPERATOR) !== undefined) return this.#endCommand();
    if (char === '<') return false;
    if (this.#word === undefined && this.#take(GROUP) !== undefined) return true;
    return this.#wordPart(char);
  }

  #wordPart(char: string): boolean {
    if (char === "'") return this.#quoted();
    if (char === '"') return this.#doubleQuoted();
    if (char === '\\') return this.#escaped();
    if (char === '$' || char === '`') return this.#expansion();
    if (!/[*?[\]{}]/.test(char)) return this.#append(this.#take(PLAIN) ?? (this.#script[this.#at++] as string));
    this.#at += 1;
    return this.#append(UNKNOWN);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#script)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #append(text: string): true {
    this.#word = (this.#word ?? '') + text;
    return true;
  }

  #endWord(): void {
    if (this.#word === undefined) return;
    if (!this.#isTarget) this.#words.push(this.#word);
    this.#isTarget = false;
    this.#word = undefined;
  }

  #endCommand(): true {
    this.#endWord();
    if (this.#words.length > 0) this.#commands.push(this.#words);
    this.#words = [];
    return true;
  }

  #blank(): true {
    this.#at += 1;
    this.#endWord();
    return true;
  }

  #comment(): true {
    const end = this.#script.indexOf('\n', this.#at);
    this.#at = end === -1 ? this.#script.length : end;
    return true;
  }

  #redirect(): true {
    this.#endWord();
    this.#isTarget = true;
    return true;
  }

  #quoted(): boolean {
    const end = this.#script.indexOf("'", this.#at + 1);
    if (end === -1) return false;
    this.#append(this.#script.slice(this.#at + 1, end));
    this.#at = end + 1;
    return true;
  }

  #doubleQuoted(): boolean {
    this.#append('');
    for (this.#at += 1; this.#script[this.#at] !== '"';) {
      const char = this.#script[this.#at];
      if (char === undefined) return false;
      if (char === '$' || char === '`') {
        if (!this.#expansion()) return false;
      } else if (char === '\\' && /["\\$`\n]/.test(this.#script[this.#at + 1] ?? '')) this.#escaped();
      else {
        this.#append(char);
        this.#at += 1;
      }
    }
    this.#at += 1;
    return true;
  }

  #escaped(): true {
    const char = this.#script[this.#at + 1] ?? '';
    this.#at += 2;
    return this.#append(char === '\n' ? '' : char);
  }

  /** Reads what `$` or a backtick starts. */
  #expansion(): boolean {
    const [script, at] = [this.#script, this.#at];
    if (script[at] === '`') return this.#substitution(at + 1, script.indexOf('`', at + 1));
    if (script.startsWith('$((', at) || script.startsWith("$'", at) || script.startsWith('$"', at)) return false;
    if (script.startsWith('$(', at)) return this.#substitution(at + 2, closing(script, at + 2));
    const isName = this.#take(NAME) !== undefined || this.#take(BRACES) !== undefined;
    if (!isName && script[at + 1] === '{') return false;
    if (!isName) this.#at += 1;
    return this.#append(isName ? UNKNOWN : '$');
  }

  /** The script inside of `$(…)` or backticks, which are commands of their own. */
  #substitution(from: number, end: number): boolean {
    const inner = end === -1 ? undefined : commandsOf(this.#script.slice(from, end), this.#depth + 1);
    if (!inner) return false;
    for (const one of inner) this.#commands.push([...one]);
    this.#at = end + 1;
    return this.#append(UNKNOWN);
  }
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
