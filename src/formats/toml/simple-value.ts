import { getOwn, isMap, setOwn, type Value, type ValueMap } from '../../model/value.ts';

/** Blanks, or blanks, line ends and comments. */
const BLANK = /[ \t]*/y;
const SPACE = /(?:[ \t\n]|\r\n|#[^\n\r]*)*/y;
const REST_OF_LINE = /[ \t]*(?:#[^\n\r]*)?(?:\r?\n|$)/y;
const KEY = /([A-Za-z0-9_-]+)|"([^"\\\t\r\n]*)"(?!")|'([^'\t\r\n]*)'(?!')/y;
const TEXT = /"([^"\\\t\r\n]*)"(?!")|'([^'\t\r\n]*)'(?!')/y;
const WORD = /(true|false)|(0|-?[1-9]\d{0,14})(?=[\s,\]}#]|$)/y;
/** A surrogate alone is not text, control characters are not allowed, and a byte order mark needs care. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for.
const ODD = /\p{Surrogate}|^\ufeff|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;

const MOST_NESTED = 50;

/**
 * The value of a text that holds only what most files hold: tables, texts without escapes, whole numbers, lists, inline
 * tables. Undefined for every other text, sound or not. What only wants values is spared the real parser, which takes as
 * long to start as a whole short command.
 */
export function simpleToml(text: string): Value | undefined {
  return ODD.test(text) ? undefined : new Reader(text).document();
}

/** Stands at a place in the text. Every method gives undefined when it meets something that is not simple. */
class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  /** Tables that headers have made. */
  readonly #open = new Set<ValueMap>();

  constructor(text: string) {
    this.#text = text;
  }

  document(): ValueMap | undefined {
    const root: ValueMap = {};
    let table: ValueMap | undefined = root;
    for (this.#take(SPACE); this.#at < this.#text.length; this.#take(SPACE)) {
      if (this.#is('[')) table = this.#header(root);
      else if (!this.#pair(table)) return undefined;
      if (!table || !this.#take(REST_OF_LINE)) return undefined;
    }
    return root;
  }

  /** A table that is new; one that others have made already would have to be looked at closely. */
  #header(root: ValueMap): ValueMap | undefined {
    let table = root;
    for (let depth = 0; depth < MOST_NESTED; depth += 1) {
      this.#take(BLANK);
      const key = this.#key();
      this.#take(BLANK);
      if (key === undefined) return undefined;
      const isLast = this.#is(']');
      if (!isLast && !this.#is('.')) return undefined;
      const inner = getOwn(table, key);
      if (isLast ? inner !== undefined : inner !== undefined && !isMap(inner)) return undefined;
      // `[a.b]` below an inline `a = {}` is not allowed, so only tables made by headers are entered.
      if (isMap(inner) && !this.#open.has(inner)) return undefined;
      const next: ValueMap = isMap(inner) ? inner : {};
      if (inner === undefined) setOwn(table, key, next);
      this.#open.add(next);
      table = next;
      if (isLast) return table;
    }
    return undefined;
  }

  #pair(table: ValueMap): boolean {
    const key = this.#key();
    this.#take(BLANK);
    if (key === undefined || !this.#is('=') || Object.hasOwn(table, key)) return false;
    this.#take(BLANK);
    const value = this.#value();
    if (value === undefined) return false;
    setOwn(table, key, value);
    return true;
  }

  #key(): string | undefined {
    const found = this.#take(KEY);
    return found && (found[1] ?? found[2] ?? found[3]);
  }

  /** What is nested deeply is left to the parser, which says so. */
  #value(): Value | undefined {
    if (this.#depth > MOST_NESTED) return undefined;
    this.#depth += 1;
    const value = this.#anyValue();
    this.#depth -= 1;
    return value;
  }

  #anyValue(): Value | undefined {
    const text = this.#take(TEXT);
    if (text) return text[1] ?? text[2];
    const word = this.#take(WORD);
    if (word) return word[1] === undefined ? Number(word[2]) : word[1] === 'true';
    if (this.#is('[')) return this.#list();
    return this.#is('{') ? this.#inline() : undefined;
  }

  #list(): Value[] | undefined {
    const list: Value[] = [];
    for (this.#take(SPACE); !this.#is(']'); this.#take(SPACE)) {
      const value = this.#value();
      if (value === undefined) return undefined;
      list.push(value);
      this.#take(SPACE);
      if (!this.#is(',') && this.#text[this.#at] !== ']') return undefined;
    }
    return list;
  }

  #inline(): ValueMap | undefined {
    const table: ValueMap = {};
    this.#take(BLANK);
    if (this.#is('}')) return table;
    do {
      this.#take(BLANK);
      if (!this.#pair(table)) return undefined;
      this.#take(BLANK);
    } while (this.#is(','));
    return this.#is('}') ? table : undefined;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return undefined;
    this.#at += found[0].length;
    return found;
  }

  #is(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
}
