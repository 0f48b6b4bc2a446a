import type { Span } from '../../model/diagnostics/position.ts';
import { readBlockScalar } from './subset-block-scalar.ts';
import { readFlow, addItem, addPair, newCollection } from './subset-flow.ts';
import { newScalar, readKey, readPlain, readQuoted } from './subset-scalar.ts';
import { type Cursor, isLineEnd, OutsideSubset, skipSpaces, SPACE } from './subset.ts';
import type { CollectionNode, Entry, ScalarNode, YamlNode } from './tree.ts';

/** Most texts contain only these. */
const EVERYDAY = /^[\n -~]*$/;
/** Tabs, exotic spaces, characters that YAML forbids, and lone carriage returns. */
const ODD_CHARACTER = /[^\S \r\n]|[^\r\n -~\u00a1-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\r(?!\n)/u;

/** Keeps the depth far below the library's limit. */
const MAX_DEPTH = 40;
/** The library allows 1024 characters, including quotes and blanks. */
const LONGEST_KEY = 1000;

const HASH = 0x23;
const DASH = 0x2d;

interface SubsetTree {
  readonly root: YamlNode;
  /** Where the content goes: after a `---`. */
  readonly room: Span;
}

/**
 * Parses the subset of YAML common in config files: block maps and lists, single-line scalars and flow collections,
 * comments. Undefined for any other text, valid or not. The library takes a hundred times as long.
 */
export function readSubset(text: string): SubsetTree | undefined {
  if (!EVERYDAY.test(text) && ODD_CHARACTER.test(text)) return undefined;
  try {
    return new Reader(text).document();
  } catch (error) {
    if (error instanceof OutsideSubset) return undefined;
    throw error;
  }
}

class Reader implements Cursor {
  readonly text: string;
  at = 0;
  /** Column of the content of the line at the cursor; -1 at the end of the text. */
  #indent = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): SubsetTree {
    const start = this.#toStart();
    if (this.#indent !== 0 || this.#atMarker()) throw new OutsideSubset();
    const root = this.#block(0);
    if (this.at < this.text.length) throw new OutsideSubset();
    return { root, room: { start, end: this.text.length } };
  }

  /** Skips to the first content, after a `---` if present; returns the end of the marker. */
  #toStart(): number {
    this.#toContent(0);
    if (this.#indent !== 0 || !this.text.startsWith('---', this.at)) return 0;
    this.at += 3;
    const start = this.at;
    if (!this.#atLineEnd()) throw new OutsideSubset();
    this.#nextLine();
    return start;
  }

  #atMarker(): boolean {
    return this.text.startsWith('---', this.at) || this.text.startsWith('...', this.at);
  }

  /** Skips to the first line from `start` on that is neither blank nor a comment. */
  #toContent(start: number): void {
    const { text } = this;
    for (let line = start; line !== -1;) {
      this.at = line;
      skipSpaces(this);
      const code = text.charCodeAt(this.at);
      if (!isLineEnd(code) && code !== HASH) {
        this.#indent = this.at - line;
        return;
      }
      const newline = text.indexOf('\n', this.at);
      line = newline === -1 ? -1 : newline + 1;
    }
    this.at = text.length;
    this.#indent = -1;
  }

  /** Whether the rest of the line is blank or a comment. */
  #atLineEnd(): boolean {
    skipSpaces(this);
    const code = this.text.charCodeAt(this.at);
    return isLineEnd(code) || (code === HASH && this.text.charCodeAt(this.at - 1) === SPACE);
  }

  #nextLine(): void {
    const newline = this.text.indexOf('\n', this.at);
    if (newline === -1) {
      this.at = this.text.length;
      this.#indent = -1;
    } else this.#toContent(newline + 1);
  }

  /** The map or list that starts at the cursor, in this column. */
  #block(depth: number): CollectionNode {
    if (depth > MAX_DEPTH) throw new OutsideSubset();
    return this.#atDash() ? this.#list(depth) : this.#map(depth);
  }

  #atDash(): boolean {
    if (this.text.charCodeAt(this.at) !== DASH) return false;
    const next = this.text.charCodeAt(this.at + 1);
    return next === SPACE || isLineEnd(next);
  }

  #map(depth: number): CollectionNode {
    const indent = this.#indent;
    const map = newCollection('map', 'block', this.at);
    do {
      if (indent === 0 && this.#atMarker()) throw new OutsideSubset();
      const key = readKey(this, false);
      if (!key || key.end - key.start > LONGEST_KEY) throw new OutsideSubset();
      const lead = this.at + 1;
      this.at = lead;
      const node = this.#value(indent, depth, lead, true);
      addPair(map, { start: key.start, end: node.end, key, explicit: false, lead, node }, key.source);
    } while (this.#indent === indent);
    return this.#close(map, indent);
  }

  #list(depth: number): CollectionNode {
    const indent = this.#indent;
    const list = newCollection('list', 'block', this.at);
    do {
      const start = this.at;
      const lead = start + 1;
      this.at = lead;
      const node = this.#item(start - indent, indent, depth, lead);
      addItem(list, { start, end: node.end, key: undefined, explicit: false, lead, node });
    } while (this.#indent === indent && this.#atDash());
    return this.#close(list, indent);
  }

  /** A line indented deeper than the collection that ends before it is invalid. */
  #close(collection: CollectionNode, indent: number): CollectionNode {
    if (this.#indent > indent) throw new OutsideSubset();
    collection.end = (collection.entries.at(-1) as Entry).end;
    return collection;
  }

  /** `- key: value` and `- - item`: a block starts after the dash. */
  #item(lineStart: number, indent: number, depth: number, lead: number): YamlNode {
    if (this.#atLineEnd()) return this.#value(indent, depth, lead, false);
    const start = this.at;
    const isBlock = this.#atDash() || readKey(this, false) !== undefined;
    this.at = start;
    if (!isBlock) return this.#value(indent, depth, lead, false);
    this.#indent = start - lineStart;
    const node = this.#block(depth + 1);
    if (this.#indent > indent) throw new OutsideSubset();
    return node;
  }

  /** The value after a key or dash, on its line or below; only the list of a key need not be indented. */
  #value(indent: number, depth: number, lead: number, ofKey: boolean): YamlNode {
    if (!this.#atLineEnd()) return this.#inline(indent);
    this.#nextLine();
    if (this.#indent > indent || (ofKey && this.#indent === indent && this.#atDash())) {
      const node = this.#block(depth + 1);
      if (this.#indent > indent) throw new OutsideSubset();
      return node;
    }
    return newScalar('empty', lead, lead, '', null);
  }

  #inline(indent: number): CollectionNode | ScalarNode {
    const block = readBlockScalar(this, indent);
    if (block) {
      this.#toContent(this.at);
      if (this.#indent > indent) throw new OutsideSubset();
      return block;
    }
    const node = readFlow(this, MAX_DEPTH / 2) ?? readQuoted(this) ?? readPlain(this, false);
    if (!this.#atLineEnd()) throw new OutsideSubset();
    this.#nextLine();
    if (this.#indent > indent) throw new OutsideSubset();
    return node;
  }
}
