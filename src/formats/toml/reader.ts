import type { Scalar, Value } from '../../model/value.ts';
import { contentStart } from '../layout.ts';
import { type Cursor, HASH, LINE_FEED, RETURN, skipBlanks, skipComment, skipSpace } from './cursor.ts';
import { isDigit, readNumber } from './numbers.ts';
import { type ProblemCode, TomlError } from './problem.ts';
import { APOSTROPHE, QUOTE, readLongString, readString, startsLongString } from './strings.ts';
import { newSection, newTable, type RepeatedKey, Tables } from './tables.ts';
import type { InlineTable, Key, KeyValue, Section, Statement, TableNode, TomlNode, Tree } from './tree.ts';

/** Deeper documents are rejected to protect the call stack of all code that walks them. */
const MAX_DEPTH = 500;

const DOT = 0x2e;
const EQUALS = 0x3d;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const PUNCTUATION = '.=[]{},';

const bareKeyCodes = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
  bareKeyCodes[character.charCodeAt(0)] = 1;

/** Parses a text to its end, or to the first syntax error. */
export class Reader implements Cursor {
  readonly text: string;
  at: number;
  readonly #root = newTable();
  readonly #tables = new Tables();
  readonly #sections: Section[] = [newSection(undefined, this.#root)];
  readonly #statements: Statement[] = [];
  #literalStrings = 0;

  constructor(text: string) {
    this.text = text;
    this.at = contentStart(text);
  }

  get tree(): Tree {
    return {
      root: this.#root,
      sections: this.#sections,
      statements: this.#statements,
      literalStrings: this.#literalStrings,
    };
  }

  get repeated(): readonly RepeatedKey[] {
    return this.#tables.repeated;
  }

  /** Throws `TomlError`; everything before its offset has been read. */
  read(): void {
    let section = this.#sections[0] as Section;
    for (skipSpace(this); this.at < this.text.length; skipSpace(this)) {
      if (this.text.charCodeAt(this.at) === OPEN_BRACKET) section = this.#header();
      else this.#line(section);
      this.#endLine();
    }
  }

  #endLine(): void {
    skipBlanks(this);
    let code = this.text.charCodeAt(this.at);
    if (code === HASH) {
      skipComment(this);
      code = this.text.charCodeAt(this.at);
    }
    if (code !== LINE_FEED && code !== RETURN && this.at < this.text.length) this.#fail('missing-newline', false);
  }

  #header(): Section {
    const start = this.at;
    this.at += 1;
    const array = this.text.charCodeAt(this.at) === OPEN_BRACKET;
    if (array) this.at += 1;
    skipBlanks(this);
    const keys = this.#headerKeys(array);
    this.#closeHeader();
    if (array) {
      const end = this.at;
      skipBlanks(this);
      const isApart = this.at > end;
      this.#closeHeader();
      if (isApart) throw new TomlError('space-in-brackets', this.at - 1);
    }
    if (keys.length > MAX_DEPTH) throw new TomlError('depth', start);
    const header = { kind: 'header', index: this.#statements.length, keys, array, start, end: this.at } as const;
    this.#statements.push(header);
    const section = this.#tables.open(this.#root, header);
    this.#sections.push(section);
    return section;
  }

  #headerKeys(array: boolean): Key[] {
    const code = this.text.charCodeAt(this.at);
    if (code === CLOSE_BRACKET) throw new TomlError('missing-key', this.at);
    if (code === DOT) throw new TomlError('leading-dot', this.at);
    if (code === OPEN_BRACKET && !array) throw new TomlError('space-in-brackets', this.at);
    return this.#dotted(this.#key() ?? this.#fail('unclosed-header', false, true));
  }

  #closeHeader(): void {
    if (this.text.charCodeAt(this.at) !== CLOSE_BRACKET) this.#fail('unclosed-header', false, true);
    this.at += 1;
  }

  #line(section: Section): void {
    const depth = section.header?.keys.length ?? 0;
    const line = this.#keyValue(section, section.table, this.#statements.length, depth);
    if (!line) this.#fail('token', false);
    this.#statements.push(line);
    section.body.push(line);
  }

  /** Undefined when there is no key. */
  #keyValue(holder: Section | InlineTable, table: TableNode, index: number, depth: number): KeyValue | undefined {
    const start = this.at;
    const first = this.#key();
    if (!first) return undefined;
    skipBlanks(this);
    const keys = this.text.charCodeAt(this.at) === DOT ? this.#dotted(first) : undefined;
    if (this.text.charCodeAt(this.at) !== EQUALS) this.#fail('missing-equals', false, true);
    this.at += 1;
    skipBlanks(this);
    const code = this.text.charCodeAt(this.at);
    if (code === HASH || code === LINE_FEED || code === RETURN || this.at >= this.text.length)
      this.#fail('missing-value', true, true);
    const value = this.#value(depth + (keys?.length ?? 1));
    const line: KeyValue = { kind: 'key-value', index, key: keys?.at(-1) ?? first, value, holder, start, end: this.at };
    this.#tables.define(keys ? this.#tables.between(table, keys, line) : table, line);
    return line;
  }

  /** The dotted key that starts with `first`, up to the next token on its line. */
  #dotted(first: Key): Key[] {
    const keys = [first];
    for (skipBlanks(this); this.text.charCodeAt(this.at) === DOT; skipBlanks(this)) {
      const dot = this.at;
      this.at += 1;
      skipBlanks(this);
      keys.push(this.#key() ?? this.#failAfterDot(dot));
    }
    return keys.slice();
  }

  #failAfterDot(dot: number): never {
    if (this.text.charCodeAt(this.at) === DOT) throw new TomlError('repeated-dot', dot);
    const from = this.at;
    const token = this.#nextToken(false);
    throw this.#isOtherLine(from, token) ? new TomlError('other-line', token) : new TomlError('trailing-dot', dot);
  }

  #key(): Key | undefined {
    const { text, at: start } = this;
    const code = text.charCodeAt(start);
    if (code === QUOTE || code === APOSTROPHE) {
      if (startsLongString(this)) return undefined;
      const name = readString(this);
      return { name, start, end: this.at };
    }
    let { at } = this;
    while (bareKeyCodes[text.charCodeAt(at)] === 1) at += 1;
    if (at === start) return undefined;
    this.at = at;
    return { name: text.slice(start, at), start, end: at };
  }

  #value(depth: number): TomlNode {
    const start = this.at;
    const code = this.text.charCodeAt(start);
    if (depth > MAX_DEPTH) throw new TomlError('depth', start);
    if (code === QUOTE || code === APOSTROPHE) {
      const isLong = startsLongString(this);
      const value = isLong ? readLongString(this) : readString(this);
      if (!isLong) this.#literalStrings += code === APOSTROPHE ? 1 : -1;
      return this.#scalar(value, start, false);
    }
    if (code === OPEN_BRACKET) return this.#list(depth);
    if (code === OPEN_BRACE) return this.#inlineTable(depth);
    if (this.#take('true')) return this.#scalar(true, start, false);
    if (this.#take('false')) return this.#scalar(false, start, false);
    if (!startsNumber(code)) this.#fail('token', true);
    const { value, float } = readNumber(this);
    return this.#scalar(value, start, float);
  }

  #scalar(value: Scalar, start: number, float: boolean): TomlNode {
    return { kind: 'scalar', value, float, line: undefined, start, end: this.at };
  }

  #take(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  #list(depth: number): TomlNode {
    const start = this.at;
    const items: TomlNode[] = [];
    const values: Value[] = [];
    this.at += 1;
    for (skipSpace(this); this.text.charCodeAt(this.at) !== CLOSE_BRACKET; skipSpace(this)) {
      if (this.at >= this.text.length) throw new TomlError('missing-value', this.at);
      const item = this.#value(depth + 1);
      items.push(item);
      values.push(item.value);
      skipSpace(this);
      const code = this.text.charCodeAt(this.at);
      if (code === COMMA) this.at += 1;
      else if (code !== CLOSE_BRACKET) this.#fail(this.at < this.text.length ? 'missing-comma' : 'unclosed-list', true);
    }
    this.at += 1;
    return { kind: 'list', items: items.slice(), value: values.slice(), line: undefined, start, end: this.at };
  }

  #inlineTable(depth: number): TomlNode {
    const start = this.at;
    const members: KeyValue[] = [];
    const inline = { members, start, end: start };
    const table = newTable(inline);
    this.at += 1;
    for (skipSpace(this); this.text.charCodeAt(this.at) !== CLOSE_BRACE; skipSpace(this)) {
      const isCut = members.length > 0 && this.at >= this.text.length;
      const member = this.#keyValue(inline, table, -1, depth) ?? this.#fail(isCut ? 'unclosed-table' : 'token', false);
      members.push(member);
      skipSpace(this);
      const code = this.text.charCodeAt(this.at);
      if (code === COMMA) this.at += 1;
      else if (code !== CLOSE_BRACE) this.#fail(this.at < this.text.length ? 'missing-comma' : 'unclosed-table', false);
    }
    this.at += 1;
    inline.end = this.at;
    return table;
  }

  /** Stops at the next token, unless that token itself is malformed. */
  #fail(code: ProblemCode, isValue: boolean, onLine = false): never {
    const from = this.at;
    const token = this.#nextToken(isValue);
    throw new TomlError(onLine && this.#isOtherLine(from, token) ? 'other-line' : code, token);
  }

  #isOtherLine(from: number, token: number): boolean {
    return token < this.text.length && this.text.slice(from, token).includes('\n');
  }

  /** Start of the next token; throws when it is malformed. */
  #nextToken(isValue: boolean): number {
    skipSpace(this);
    const start = this.at;
    if (start >= this.text.length || PUNCTUATION.includes(this.text[start] as string)) return start;
    const code = this.text.charCodeAt(start);
    if (code === QUOTE || code === APOSTROPHE) {
      if (startsLongString(this)) readLongString(this);
      else readString(this);
    } else if (!isValue) {
      if (bareKeyCodes[code] !== 1) throw new TomlError('character', start);
    } else if (startsNumber(code)) readNumber(this);
    else if (!this.#take('true') && !this.#take('false')) throw new TomlError('character', start);
    return start;
  }
}

function startsNumber(code: number): boolean {
  return isDigit(code) || code === 0x2b || code === 0x2d || code === 0x69 || code === 0x6e;
}
