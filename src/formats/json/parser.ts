import {
  diagnostic,
  type Diagnostic,
  type DiagnosticArgs,
  type DiagnosticCode,
} from '../../model/diagnostics/diagnostic.ts';
import { rangeFinder, type Span } from '../../model/diagnostics/position.ts';
import { MOST_DEPTH, TOO_DEEP_WORDS } from '../../model/json/depth.ts';
import type { Scalar } from '../../model/value.ts';
import { contentStart } from '../layout.ts';
import { readNumber, readString, readWord, skipComment } from './scanner.ts';
import type { JsonNode, Member } from './tree.ts';

/** Beyond this many errors the text is not JSON. */
const MAX_PROBLEMS = 50;
const SMALL_MAP = 8;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const WORDS: Readonly<Record<string, Scalar>> = { true: true, false: false, null: null };
const NEAR_WORDS: Readonly<Record<string, string>> = {
  True: 'true',
  TRUE: 'true',
  False: 'false',
  FALSE: 'false',
  None: 'null',
  undefined: 'null',
  NULL: 'null',
};

export interface JsonTree {
  readonly root: JsonNode | undefined;
  readonly diagnostics: Diagnostic[];
}

/** Parses the whole text in one pass and continues after errors where possible, to report them all. */
export function parseTree(text: string, strict: boolean): JsonTree {
  return new Parser(text, strict).parse();
}

class Parser {
  readonly #text: string;
  readonly #strict: boolean;
  readonly #problems: Diagnostic[] = [];
  readonly #rangeOf: ReturnType<typeof rangeFinder>;
  #at: number;
  #depth = 0;
  #gaveUp = false;

  constructor(text: string, strict: boolean) {
    this.#text = text;
    this.#strict = strict;
    this.#rangeOf = rangeFinder(text);
    this.#at = contentStart(text);
  }

  parse(): JsonTree {
    this.#skipBlank();
    const root = this.#at < this.#text.length ? this.#value() : undefined;
    this.#skipBlank();
    if (this.#at < this.#text.length) {
      this.#problem(
        this.#here(),
        'text follows the end of the document',
        'remove it, or look for a bracket that closes too early',
      );
    }
    return { root, diagnostics: this.#problems };
  }

  #value(): JsonNode {
    const text = this.#text;
    const start = this.#at;
    const char = text[start];
    if (char === '{' || char === '[') return this.#container(start, char === '{');
    if (char === '"') {
      const value = this.#string();
      return { kind: 'scalar', start, end: this.#at, value };
    }
    const number = readNumber(text, start);
    if (number && this.#endsAt(number.end)) {
      this.#at = number.end;
      return { kind: 'scalar', start, end: this.#at, value: number.value };
    }
    const word = readWord(text, start);
    this.#at += word.length;
    if (Object.hasOwn(WORDS, word)) return { kind: 'scalar', start, end: this.#at, value: WORDS[word] as Scalar };
    this.#badValue(start, word);
    return { kind: 'scalar', start, end: this.#at, value: null };
  }

  /** Whether a number can end here, instead of being part of a longer word. */
  #endsAt(offset: number): boolean {
    const code = this.#text.charCodeAt(offset);
    return code === COMMA || code === LINE_FEED || readWord(this.#text, offset) === '';
  }

  #badValue(start: number, word: string): void {
    if (this.#text[start] === "'") return this.#singleQuoted();
    if (word === '')
      return this.#problem(this.#here(), `a value is missing${this.#found()}`, 'add a value or remove the key');
    const near = Object.hasOwn(NEAR_WORDS, word) ? NEAR_WORDS[word] : undefined;
    // The word is not quoted: it may be a secret with missing quotes.
    const problem = near ? `${word} is not a JSON value` : 'this is not a JSON value';
    this.#problem({ start, end: this.#at }, problem, near ? `write ${near}` : 'put strings in double quotes');
  }

  #container(start: number, isMap: boolean): JsonNode {
    this.#at += 1;
    this.#depth += 1;
    const members: Member[] = [];
    const items: JsonNode[] = [];
    const close = isMap ? '}' : ']';
    if (this.#depth > MOST_DEPTH) {
      this.#problem({ start, end: start + 1 }, TOO_DEEP_WORDS, 'flatten the document');
      this.#at = this.#text.length;
      this.#gaveUp = true;
    }
    for (let comma: number | undefined; ;) {
      this.#skipBlank();
      if (this.#at >= this.#text.length) {
        this.#problem(
          { start, end: start + 1 },
          `"${this.#text[start]}" is never closed`,
          `add the missing "${close}"`,
        );
        break;
      }
      if (this.#text[this.#at] === close) {
        if (comma !== undefined && this.#strict)
          this.#report('json-trailing-comma', {}, { start: comma, end: comma + 1 });
        this.#at += 1;
        break;
      }
      const before = this.#at;
      if (isMap) this.#member(members);
      else items.push(this.#value());
      if (this.#at === before) this.#at += 1;
      comma = this.#comma(close);
    }
    this.#depth -= 1;
    return isMap ? { kind: 'map', start, end: this.#at, members } : { kind: 'list', start, end: this.#at, items };
  }

  /** The comma after an item, if any; reports an error when another item follows without it. */
  #comma(close: string): number | undefined {
    const end = this.#at;
    this.#skipBlank();
    const char = this.#text[this.#at];
    if (char === ',') {
      this.#at += 1;
      return this.#at - 1;
    }
    if (char !== undefined && char !== close && char !== '}' && char !== ']') {
      this.#problem({ start: end, end: end + 1 }, 'a comma is missing here', 'add a comma between the two items');
    }
    return undefined;
  }

  #member(members: Member[]): void {
    const start = this.#at;
    const key = this.#key();
    if (key === undefined) return;
    const keyEnd = this.#at;
    const first = this.#firstOf(members, key);
    if (first)
      this.#report('duplicate-key', { key, firstLine: this.#rangeOf(first).start.line }, { start, end: keyEnd });
    this.#skipBlank();
    if (this.#text[this.#at] === ':') this.#at += 1;
    else this.#problem({ start: keyEnd, end: keyEnd + 1 }, '":" is missing after this key', 'add ":" and a value');
    this.#skipBlank();
    const value = this.#value();
    members.push({ key, keyEnd, value, start, end: this.#at });
  }

  #key(): string | undefined {
    const start = this.#at;
    if (this.#text[start] === '"') return this.#string();
    if (this.#text[start] === "'") {
      this.#singleQuoted();
      return this.#text.slice(start + 1, this.#at - 1);
    }
    const word = readWord(this.#text, start);
    this.#at += word.length;
    if (word === '') {
      this.#problem(
        this.#here(),
        `a key in double quotes is missing${this.#found()}`,
        'add the key, or remove what stands here',
      );
      return undefined;
    }
    this.#problem({ start, end: this.#at }, 'this key has no quotes', 'put keys in double quotes');
    return word;
  }

  /** The earlier member with this key. Small maps are scanned; larger ones use an index. */
  #firstOf(members: readonly Member[], key: string): Member | undefined {
    if (members.length > SMALL_MAP) return this.#keysOf(members).get(key);
    for (const member of members) if (member.key === key) return member;
    return undefined;
  }

  readonly #known = new WeakMap<readonly Member[], { keys: Map<string, Member>; count: number }>();

  #keysOf(members: readonly Member[]): Map<string, Member> {
    const known = this.#known.get(members) ?? { keys: new Map<string, Member>(), count: 0 };
    for (; known.count < members.length; known.count += 1) {
      const member = members[known.count] as Member;
      if (!known.keys.has(member.key)) known.keys.set(member.key, member);
    }
    this.#known.set(members, known);
    return known.keys;
  }

  #string(): string {
    const token = readString(this.#text, this.#at);
    this.#at = token.end;
    if (token.issue)
      this.#problem({ start: token.issue.at, end: token.issue.at + 1 }, token.issue.problem, token.issue.hint);
    return token.value;
  }

  #singleQuoted(): void {
    const start = this.#at;
    const close = this.#text.slice(start + 1).search(/['\r\n]/);
    this.#at = close === -1 ? this.#text.length : start + close + 2;
    this.#problem({ start, end: this.#at }, 'a string in single quotes', 'use double quotes');
  }

  #skipBlank(): void {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
        this.#at += 1;
        continue;
      }
      if (code !== 0x2f) return;
      const end = skipComment(text, this.#at);
      if (end === this.#at) return;
      this.#checkComment({ start: this.#at, end });
      this.#at = end;
    }
  }

  #checkComment(span: Span): void {
    const unclosed =
      this.#text[span.start + 1] === '*' && (span.end - span.start < 4 || !this.#text.startsWith('*/', span.end - 2));
    if (unclosed) this.#problem({ start: span.start, end: span.start + 2 }, 'this comment is not closed', 'add "*/"');
    else if (this.#strict) this.#report('json-comment', {}, span);
  }

  #found(): string {
    const char = this.#text[this.#at];
    return char === undefined ? ' at the end of the text' : ` before ${JSON.stringify(char)}`;
  }

  #here(): Span {
    return { start: this.#at, end: Math.min(this.#at + 1, this.#text.length) };
  }

  #problem(span: Span, problem: string, hint: string): void {
    this.#report('syntax', { format: 'JSON', problem, hint }, span);
  }

  #report<C extends DiagnosticCode>(code: C, args: DiagnosticArgs<C>, span: Span): void {
    if (this.#gaveUp || this.#problems.length >= MAX_PROBLEMS) return;
    this.#problems.push(diagnostic(code, args, { range: this.#rangeOf(span) }));
  }
}
