import { isShortOption } from './cover-named.ts';
import { coverValue } from './cover.ts';
import { isSecretName } from './secret-name.ts';

/** A name before its value: `NAME = `, `"NAME": `, `--name=`, or the explicit key `? NAME` of YAML. */
const PAIR =
  /(?<![\w.?&#;-]|\$\{)-{0,2}(\w[\w.-]{0,100})\\?["']?(?:[ \t]{0,40}[:=]|[ \t]{0,40}\r?\n[ \t]{0,80}:(?=[ \t]))[ \t]{0,80}/g;
/** An option before its value, which may be the next item of a list. */
const OPTION = /(?<![\w.-])-{1,2}([A-Za-z_][\w.-]{0,100})["']?(?:\s{0,80},\s{0,80}|\s{1,80}(?:-[ \t]{1,40})?)/g;

/** Properties before a YAML value: a tag or an anchor. */
const PROPERTIES = /(?:[!&][^\s,[\]{}]{0,100}[ \t]{1,40}){0,2}/y;
const BLOCK = /(?:[!&][^\s,[\]{}]{0,100}[ \t]{0,40}){0,2}(?:[|>][0-9+-]{0,2})?[ \t]*(?:#[^\n]{0,200})?\r?(?:\n|$)/y;
const TRIPLE = /"""|'''/y;
/** A line that starts another element: an entry, an item, a comment, a bracket, a table or another string. */
const STARTS_OTHER =
  /[ \t]*(?:["']?[A-Za-z][\w.-]{0,100}["']?[ \t]{0,40}(?::(?:\s|$)|=[ \t]{0,40}[^\s=])|-\s|\?\s|#|\/\/|["'{}[\]])/y;

type Looked = (start: number, end: number) => void;

/** A text, and how far the search for the value of one name has read it. */
interface Source {
  readonly text: string;
  seen: number;
}

/**
 * Covers the values of secret names that span several lines: strings in triple quotes of TOML; block, quoted and plain
 * scalars of YAML. `looked` gets the part of the text that decided about each secret name; it ends behind the text if
 * more text could change the decision.
 */
export function coverMultiline(text: string, looked: Looked = () => undefined): string {
  if (!text.includes('\n')) return text;
  return coverAfter(coverAfter(text, PAIR, false, looked), OPTION, true, looked);
}

function coverAfter(text: string, pattern: RegExp, isOption: boolean, looked: Looked): string {
  let covered = '';
  let at = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [head, name = ''] = match;
    const nameEnd = match.index + head.indexOf(name) + name.length;
    pattern.lastIndex = nameEnd;
    const isShort = isShortOption(text.slice(match.index, nameEnd));
    if (!isSecretName(name) && !isShort) continue;
    const start = match.index + head.length;
    const isItem = isOption && /\n[ \t]*-[ \t]+$/.test(head);
    const hasPlain = isOption ? isItem && !isShort : head.trimEnd().endsWith(':');
    const mayGoOn = hasPlain && (isOption || isFirstInLine(text, match.index));
    const isExplicit = /\n[ \t]*:[ \t]*$/.test(head);
    const source = { text, seen: start };
    const value =
      multilineValue(source, start, { hasPlain, mayGoOn }) ??
      (isExplicit ? { start, end: nextLine(text, start) } : undefined);
    looked(match.index, Math.max(source.seen, value?.end ?? 0));
    if (!value) continue;
    covered +=
      text.slice(at, value.start) + coverValue(isShort ? 'password' : name, text.slice(value.start, value.end));
    at = value.end;
    pattern.lastIndex = Math.max(at, nameEnd);
  }
  return covered + text.slice(at);
}

interface Value {
  readonly start: number;
  readonly end: number;
}

interface Plain {
  /** Whether an unquoted value can start on the next line. */
  readonly hasPlain: boolean;
  /**
   * Whether a value that starts here can continue there: at most one per line, so that a long line is searched once.
   */
  readonly mayGoOn: boolean;
}

/** The value that starts here, without its quotes, if it continues below this line. */
function multilineValue(source: Source, from: number, { hasPlain, mayGoOn }: Plain): Value | undefined {
  const { text } = source;
  const block = lengthOf(BLOCK, text, from);
  if (block > 0)
    return hasPlain || /[|>]/.test(text.slice(from, from + block)) ? blockValue(source, from, block) : undefined;
  const at = from + lengthOf(PROPERTIES, text, from);
  const value =
    text[at] === '"' || text[at] === "'" ? quotedValue(source, at) : mayGoOn ? plainValue(source, at) : undefined;
  return value && text.slice(from, value.end).includes('\n') ? value : undefined;
}

/** A block scalar, or a value that starts on the next line. */
function blockValue(source: Source, from: number, head: number): Value | undefined {
  const { text } = source;
  const start = from + head;
  look(source, start);
  const isBlock = /[|>]/.test(text.slice(from, start));
  const first = start + lengthOf(/[ \t]*/y, text, start);
  if (!isBlock && (text[first] === '"' || text[first] === "'") && !isOther(text, start, true)) {
    return indentOf(text, start) > indentOf(text, lineStart(text, from)) ? quotedValue(source, first) : undefined;
  }
  const end = endOfIndented(source, start, indentOf(text, lineStart(text, from)), isBlock);
  return end > start ? { start, end } : undefined;
}

function quotedValue(source: Source, at: number): Value {
  const { text } = source;
  const quote = text[at] as string;
  if (lengthOf(TRIPLE, text, at) > 0) {
    const end = text.indexOf(quote.repeat(3), at + 3);
    source.seen = Math.max(source.seen, (end === -1 ? text.length : end) + 3);
    return { start: at + 3, end: end === -1 ? text.length : end };
  }
  let indent: number | undefined;
  let end = at + 1;
  for (; end < text.length; end += 1) {
    const char = text[end];
    if (char === '\n') {
      look(source, end + 1);
      indent ??= indentOf(text, lineStart(text, at));
      // The quote is not closed.
      if (indentOf(text, end + 1) <= indent && isOther(text, end + 1)) break;
    } else if (char === '\\' && quote === '"') end += text[end + 1] === '\n' ? 0 : 1;
    else if (char === quote && (quote === '"' || text[end + 1] !== quote)) break;
    else if (char === quote) end += 1;
  }
  source.seen = Math.max(source.seen, end + 1);
  return { start: at + 1, end: Math.min(end, text.length) };
}

/** A plain scalar continues with lines indented deeper than the line of its name. */
function plainValue(source: Source, start: number): Value | undefined {
  const { text } = source;
  const next = nextLine(text, start);
  if (/[,;{}[\]\\]\s*$/.test(text.slice(start, next))) return undefined;
  const end = endOfIndented(source, next, indentOf(text, lineStart(text, start)), false);
  return end > next ? { start, end } : undefined;
}

function endOfIndented(source: Source, start: number, indent: number, isBlock: boolean): number {
  const { text } = source;
  let end = start;
  for (let line = start; ; line = nextLine(text, line)) {
    look(source, line);
    if (line >= text.length) return end;
    const isBlank = lengthOf(/[ \t]*\r?(?:\n|$)/y, text, line) > 0;
    if (isBlank) continue;
    if (indentOf(text, line) <= indent || (!isBlock && isOther(text, line))) return end;
    end = nextLine(text, line);
  }
}

/** Records that this line was searched; the text may continue after its end. */
function look(source: Source, at: number): void {
  source.seen = Math.max(source.seen, at < source.text.length ? nextLine(source.text, at) : source.text.length + 1);
}

function isOther(text: string, line: number, isQuoteAllowed = false): boolean {
  const length = lengthOf(STARTS_OTHER, text, line);
  return length > 0 && !(isQuoteAllowed && /["']$/.test(text.slice(line, line + length)));
}

function isFirstInLine(text: string, at: number): boolean {
  return /(?:^|\n)[ \t]*(?:[-?][ \t]+)*["']?$/.test(text.slice(Math.max(0, at - 200), at));
}

function indentOf(text: string, line: number): number {
  return lengthOf(/[ \t]*/y, text, line);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
