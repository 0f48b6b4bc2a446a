/** One word of a command line, without its quotes. */
export interface Word {
  readonly text: string;
  readonly start: number;
}

export interface CommandLine {
  readonly words: readonly Word[];
  readonly start: number;
  readonly end: number;
  /** Whether it follows a prompt such as `$ `. */
  readonly prompted: boolean;
  /** Whether it follows `&&`. */
  readonly chained: boolean;
  /** Why a shell would do more than start one program. */
  readonly issue?: string;
}

/** More than any real paste; the rest is not read. */
const MAX_COMMANDS = 5000;
/** Characters without a special meaning in any context. */
const PLAIN = /[\w@%+=:,./{}[\]*?!~-]+/y;
const CONTINUED = /(?:\\|`|\^)[ \t]*\r?\n/y;
const PROMPT =
  /[ \t]*(?:(?:\$|>|%|\u276F|\u279C|PS [^>\n]{0,200}>|[A-Z]:\\[^>\n]{0,200}>|[\w.-]{1,60}@[\w.-]{1,60}:[^\n$#]{0,100}[$#])[ \t]+)/y;
/** `<your-key>` is a placeholder in documentation; a shell would read it as a redirection. */
const PLACEHOLDER = /<[A-Za-z][\w .:/-]{0,80}>/y;
const VARIABLE = /\$(?:env:)?([A-Za-z_]\w*)/y;
const MAX_REFERENCE = 200;
const OPERATOR = /&&|\|\||[|;&<>()]/y;
const WINDOWS_PATH = /^(?:[A-Za-z]:|\.{1,2}\\)/;
const LINE_WITH_OPTION = /\r?\n[ \t]*(?=--?[A-Za-z])/y;
const WHOLE_CODE = /[ \t]*`(?=[^`\n]+`[ \t]*(?:\r?\n|$))/y;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', e: '\u001b', '0': '\0' };

/** Splits a text into command lines as a shell does. Nothing is expanded: `$NAME` becomes the reference `${NAME}`. */
export function commandLines(text: string): CommandLine[] {
  return new Shell(text).read();
}

/** The words of a single command line; undefined if the text is anything else. */
export function wordsOf(line: string): string[] | undefined {
  const [command, ...others] = commandLines(line);
  if (!command || others.length > 0 || command.issue !== undefined) return undefined;
  return command.words.map(({ text }) => text);
}

class Shell {
  readonly #text: string;
  readonly #found: CommandLine[] = [];
  #at = 0;
  #words: Word[] = [];
  #word: string | undefined;
  #wordStart = 0;
  #start = 0;
  #prompted = false;
  #chained = false;
  #inCode = false;
  /** The offset of the next closing brace, once it was searched. */
  #brace = -1;
  #issue: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  read(): CommandLine[] {
    this.#begin(false);
    while (this.#at < this.#text.length && this.#found.length < MAX_COMMANDS) this.#step();
    this.#end();
    return this.#found;
  }

  #begin(chained: boolean): void {
    this.#start = this.#at;
    this.#chained = chained;
    this.#prompted = !chained && this.#skip(PROMPT);
    this.#inCode = !chained && this.#skip(WHOLE_CODE);
  }

  #end(): void {
    this.#endWord();
    if (this.#words.length > 0) {
      const issue = this.#issue === undefined ? {} : { issue: this.#issue };
      const [start, end, prompted, chained] = [this.#start, this.#at, this.#prompted, this.#chained];
      this.#found.push({ words: this.#words, start, end, prompted, chained, ...issue });
    }
    this.#words = [];
    this.#issue = undefined;
  }

  #step(): void {
    const char = this.#text[this.#at] as string;
    const endsCode = this.#inCode && char === '`';
    if (!endsCode && this.#skip(CONTINUED)) return this.#endWord();
    if (char === '\n' || char === '\r') return this.#lineEnd();
    if (char === ' ' || char === '\t' || char === '\u00a0') {
      this.#at += 1;
      return this.#endWord();
    }
    if (char === '#' && this.#word === undefined) return this.#comment();
    const special = this.#special[char];
    if (special) return special();
    PLAIN.lastIndex = this.#at;
    const run = PLAIN.exec(this.#text)?.[0] ?? char;
    this.#put(run, run.length);
  }

  readonly #special: Readonly<Record<string, () => void>> = {
    "'": () => this.#quoted("'", (at) => this.#put(this.#text[at] as string, 1)),
    '"': () => this.#quoted('"', (at) => this.#insideDouble(at)),
    '\\': () => this.#backslash(),
    $: () => this.#dollar(),
    '`': () => this.#backtick(),
    '&': () => this.#operator(),
    '|': () => this.#operator(),
    ';': () => this.#operator(),
    '(': () => this.#operator(),
    ')': () => this.#operator(),
    '<': () => this.#operator(),
    '>': () => this.#operator(),
  };

  #lineEnd(): void {
    // A command cannot start with an option, so this line continues the one above.
    this.#endWord();
    if (this.#words.length > 0 && this.#skip(LINE_WITH_OPTION)) return;
    this.#end();
    while (this.#text[this.#at] === '\n' || this.#text[this.#at] === '\r') this.#at += 1;
    this.#begin(false);
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }

  /** Quoted text ends at the end of its line, unless it is JSON: an apostrophe in prose must not swallow the rest. */
  #quoted(quote: string, inside: (at: number) => void): void {
    const open = this.#at;
    this.#put('', 1);
    const manyLines = /^\s{0,200}[{[]/.test(this.#text.slice(this.#at, this.#at + 202));
    for (let char = this.#text[this.#at]; char !== quote; char = this.#text[this.#at]) {
      if (char === undefined || (char === '\n' && !manyLines)) {
        this.#issue ??= `the quote ${quote} at character ${open + 1} is not closed`;
        return;
      }
      inside(this.#at);
    }
    this.#at += 1;
  }

  #insideDouble(at: number): void {
    const char = this.#text[at] as string;
    const next = this.#text[at + 1];
    if (char === '$') return this.#dollar(true);
    if (char === '`') {
      this.#issue ??= 'it runs another command inside backticks';
      return this.#put(char, 1);
    }
    if (char !== '\\' || next === undefined) return this.#put(char, 1);
    if (next === '\n') this.#put('', 2);
    else this.#put('"\\$`'.includes(next) ? next : char + next, 2);
  }

  #backslash(): void {
    const next = this.#text[this.#at + 1];
    if (next === undefined || this.#inWindowsPath()) return this.#put('\\', 1);
    this.#put(next, 2);
  }

  #dollar(inQuotes = false): void {
    const next = this.#text[this.#at + 1];
    if (next === "'" && !inQuotes) {
      this.#at += 1;
      return this.#quoted("'", (at) => this.#insideAnsi(at));
    }
    if (next === '"' && !inQuotes) return this.#put('', 1);
    if (next === '(') this.#issue ??= 'it runs another command inside $( )';
    if (next === '{') return this.#put(...this.#reference());
    VARIABLE.lastIndex = this.#at;
    const [whole, name] = VARIABLE.exec(this.#text) ?? ['$'];
    this.#put(name === undefined ? whole : `\${${name}}`, whole.length);
  }

  /** The text up to the closing brace, if the brace is within `MAX_REFERENCE`. */
  #reference(): [string, number] {
    if (this.#brace < this.#at) {
      const found = this.#text.indexOf('}', this.#at);
      this.#brace = found === -1 ? Number.POSITIVE_INFINITY : found;
    }
    const isNear = this.#brace - this.#at <= MAX_REFERENCE;
    const text = isNear ? this.#text.slice(this.#at, this.#brace + 1) : '$';
    return text.includes('\n') ? ['$', 1] : [text, text.length];
  }

  #insideAnsi(at: number): void {
    const next = this.#text[at + 1];
    if (this.#text[at] !== '\\' || next === undefined) return this.#put(this.#text[at] as string, 1);
    this.#put(escapes[next] ?? next, 2);
  }

  #backtick(): void {
    if (this.#inCode) {
      this.#inCode = false;
      this.#at += 1;
      return;
    }
    this.#issue ??= 'it runs another command inside backticks';
    this.#put('`', 1);
  }

  #operator(): void {
    PLACEHOLDER.lastIndex = this.#at;
    const placeholder = PLACEHOLDER.exec(this.#text)?.[0];
    if (placeholder !== undefined) return this.#put(placeholder, placeholder.length);
    OPERATOR.lastIndex = this.#at;
    const operator = OPERATOR.exec(this.#text)?.[0] ?? '';
    const next = this.#text[this.#at + operator.length];
    // Documentation often omits the quotes around a URL.
    if (operator === '&' && this.#inAddress() && next !== undefined && /\S/.test(next)) return this.#put('&', 1);
    this.#endWord();
    this.#at += operator.length;
    if (operator === '&&') {
      this.#end();
      this.#begin(true);
    } else if (operator !== ';' || !/^[ \t]*(?:\r?\n|$)/.test(this.#text.slice(this.#at, this.#at + 80))) {
      this.#issue ??= `it contains ${operator}, which requires a shell`;
    }
  }

  // Reads the source, because reading the word being built would flatten the string every time.
  #inAddress(): boolean {
    return this.#word !== undefined && this.#text.startsWith('http', this.#wordStart);
  }

  #inWindowsPath(): boolean {
    return this.#word !== undefined && WINDOWS_PATH.test(this.#text.slice(this.#wordStart, this.#wordStart + 3));
  }

  #put(text: string, length: number): void {
    if (this.#word === undefined) this.#wordStart = this.#at;
    this.#word = (this.#word ?? '') + text;
    this.#at += length;
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push({ text: this.#word, start: this.#wordStart });
    this.#word = undefined;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return false;
    this.#at += found.length;
    return true;
  }
}
