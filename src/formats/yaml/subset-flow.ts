import { setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { readKey, readPlain, readQuoted } from './subset-scalar.ts';
import { type Cursor, OutsideSubset, skipSpaces } from './subset.ts';
import type { CollectionNode, Entry, YamlNode } from './tree.ts';

const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export function newCollection(
  kind: CollectionNode['kind'],
  style: CollectionNode['style'],
  start: number,
): CollectionNode {
  const isMap = kind === 'map';
  const value: Value = isMap ? {} : [];
  const index = isMap ? new Map<string, Entry>() : undefined;
  return { kind, style, start, end: start, props: undefined, value, size: 1, entries: [], index };
}

/** Adds a pair; duplicate keys are left to the library, which reports their position. */
export function addPair(map: CollectionNode, entry: Entry, key: string): void {
  if (map.index?.has(key)) throw new OutsideSubset();
  map.index?.set(key, entry);
  map.entries.push(entry);
  map.size += entry.node.size;
  setOwn(map.value as ValueMap, key, entry.node.value);
}

export function addItem(list: CollectionNode, entry: Entry): void {
  list.entries.push(entry);
  list.size += entry.node.size;
  (list.value as Value[]).push(entry.node.value);
}

/** A single-line flow collection, or a scalar in one; `depth` is the remaining nesting allowed. */
function readFlowNode(cursor: Cursor, depth: number): YamlNode {
  return readFlow(cursor, depth) ?? readQuoted(cursor) ?? readPlain(cursor, true);
}

/** Undefined when there is no bracket. */
export function readFlow(cursor: Cursor, depth: number): CollectionNode | undefined {
  const { text } = cursor;
  const open = text.charCodeAt(cursor.at);
  if (open !== OPEN_BRACKET && open !== OPEN_BRACE) return undefined;
  if (depth <= 0) throw new OutsideSubset();
  const isMap = open === OPEN_BRACE;
  const close = isMap ? CLOSE_BRACE : CLOSE_BRACKET;
  const node = newCollection(isMap ? 'map' : 'list', 'flow', cursor.at);
  cursor.at += 1;
  skipSpaces(cursor);
  while (text.charCodeAt(cursor.at) !== close) {
    if (node.entries.length > 0) {
      if (text.charCodeAt(cursor.at) !== COMMA) throw new OutsideSubset();
      cursor.at += 1;
      skipSpaces(cursor);
    }
    if (isMap) readPair(cursor, node, depth);
    else readItem(cursor, node, depth);
    skipSpaces(cursor);
  }
  cursor.at += 1;
  node.end = cursor.at;
  return node;
}

function readItem(cursor: Cursor, list: CollectionNode, depth: number): void {
  const start = cursor.at;
  const node = readFlowNode(cursor, depth - 1);
  addItem(list, { start, end: node.end, key: undefined, explicit: false, lead: undefined, node });
}

function readPair(cursor: Cursor, map: CollectionNode, depth: number): void {
  const key = readKey(cursor, true);
  if (!key) throw new OutsideSubset();
  const lead = cursor.at + 1;
  cursor.at = lead;
  skipSpaces(cursor);
  const node = readFlowNode(cursor, depth - 1);
  // A character directly after a quoted text could be its colon.
  if (cursor.text.charCodeAt(cursor.at) === COLON) throw new OutsideSubset();
  addPair(map, { start: key.start, end: node.end, key, explicit: false, lead, node }, key.source);
}
