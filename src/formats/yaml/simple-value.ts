import { setOwn, type Value, type ValueMap } from '../../model/value.ts';

/** Tabs, exotic spaces, characters that YAML forbids, and carriage returns of their own. */
const ODD_CHARACTER = /[^\S \r\n]|[^\r\n -~\u00a1-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\r(?!\n)/u;

const ENTRY = /^(?:([A-Za-z_][\w./-]*(?: [\w./-]+)*)|"([^"\\]+)"|'([^']+)'):(?: +(.*))?$/;
const ITEM = /^-(?: +(.*))?$/;
/** A value that ends with a sign of its own, and the comment behind it. */
const CLOSED = /^("[^"\\]*"|'[^']*'|\{\}|\[[^[\]{}#]*\])(?: +#.*)?$/;

const INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;
/** Starts that are no indicator and cannot begin a number; a version has at least two dots. */
const TEXT_START = /^(?:[A-Za-z_/$\u00a1-\uffff]|--?[A-Za-z]|~\/|\.\.?\/|\.$|\d+(?:\.\d+){2,}$)/;
const NOT_TEXT = /: |:$|^(?:true|false|null)$/i;
const LIST_TEXT = /^[\w@./$=+~ -]+(?::[\w/][\w@./$=+~ -]*)*$/;

/** Keeps the depth far below what the full reader takes. */
const MAX_INDENT = 60;
const MAX_KEY_LENGTH = 200;

interface Line {
  readonly indent: number;
  readonly text: string;
}

/**
 * The value of a plain config file: block maps and lists with one-line scalars. Undefined for every other text; the full
 * reader then says what it is. Most files are read only for their values, and loading the YAML library takes longer than
 * everything else about them.
 */
export function simpleYaml(text: string): Value | undefined {
  if (ODD_CHARACTER.test(text)) return undefined;
  const lines = contentLines(text);
  if (lines.at(-1)?.indent !== 0 || lines.some(({ indent }) => indent > MAX_INDENT)) return undefined;
  const value = readMap(lines, 0);
  return lines.length === 0 ? value : undefined;
}

/** The last line first: readers take theirs from the end. */
function contentLines(text: string): Line[] {
  const lines: Line[] = [];
  for (const line of text.split('\n')) {
    const content = line.trim();
    if (content !== '' && !content.startsWith('#')) lines.push({ indent: line.search(/\S/), text: content });
  }
  return lines.toReversed();
}

/** Ends at the first line that is not in line with the others: some collection around it has to take it. */
function readMap(lines: Line[], indent: number): ValueMap | undefined {
  const map: ValueMap = {};
  for (let line = lines.at(-1); line?.indent === indent; line = lines.at(-1)) {
    const entry = ENTRY.exec(line.text);
    const key = entry?.[1] ?? entry?.[2] ?? entry?.[3];
    if (!entry || key === undefined || key.length > MAX_KEY_LENGTH || Object.hasOwn(map, key)) return undefined;
    lines.pop();
    const value = readValue(lines, entry[4], indent, true);
    if (value === undefined) return undefined;
    setOwn(map, key, value);
  }
  return map;
}

function readList(lines: Line[], indent: number): Value[] | undefined {
  const list: Value[] = [];
  for (let line = lines.at(-1); line?.indent === indent; line = lines.at(-1)) {
    const item = ITEM.exec(line.text);
    if (!item) break;
    lines.pop();
    const value = readItem(lines, line, item[1]);
    if (value === undefined) return undefined;
    list.push(value);
  }
  return list;
}

function readItem(lines: Line[], line: Line, text: string | undefined): Value | undefined {
  if (text === undefined || !ENTRY.test(text)) return readValue(lines, text, line.indent, false);
  // `- key: value`: the map starts behind the dash.
  const indent = line.indent + line.text.length - text.length;
  lines.push({ indent, text });
  return readMap(lines, indent);
}

/** `text` is what stands behind a key or a dash at `indent`; only the list of a key need not be indented. */
function readValue(lines: Line[], text: string | undefined, indent: number, ofKey: boolean): Value | undefined {
  if (text !== undefined && !text.startsWith('#')) return readInline(text);
  const next = lines.at(-1);
  if (!next) return null;
  const isList = ITEM.test(next.text);
  if (next.indent < indent || (next.indent === indent && !(ofKey && isList))) return null;
  return isList ? readList(lines, next.indent) : readMap(lines, next.indent);
}

function readInline(text: string): Value | undefined {
  const closed = CLOSED.exec(text)?.[1];
  if (closed === undefined) return readPlain(text.replace(/ #.*$/, '').trimEnd());
  if (closed === '{}') return {};
  return closed.startsWith('[') ? readFlowList(closed.slice(1, -1).trim()) : closed.slice(1, -1);
}

/** Quoted text with a comma falls apart here and is not taken. */
function readFlowList(text: string): Value[] | undefined {
  const list: Value[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const item = part.trim();
    const value = LIST_TEXT.test(item) || CLOSED.test(item) ? readInline(item) : undefined;
    if (value === undefined) return undefined;
    list.push(value);
  }
  return list;
}

function readPlain(text: string): Value | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null' || text === '~') return null;
  if (INTEGER.test(text)) return Number(text);
  return TEXT_START.test(text) && !NOT_TEXT.test(text) ? text : undefined;
}
