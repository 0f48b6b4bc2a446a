import { isShortOption } from './cover-named.ts';
import { coverValue } from './cover.ts';
import { isOrdinaryArgument } from './ordinary-value.ts';
import { isSecretName } from './secret-name.ts';
import type { Span } from './spans.ts';

const OPTION = /(?<![\w.-])(-{1,2}[A-Za-z_][\w.-]{0,100})(?![\w.-])/g;

/** `curl -u name:password` and its other spellings. */
const USER_OPTION = /^(?:-[A-Za-z]{0,5}u|-U|--(?:proxy-)?user(?:pwd)?|--login)$/;

/** What separates an option from the next item of a list; in a comment the name of an option is none. */
const GAP = /(,)|(\r?\n)|[ \t]{1,120}|\/\*(?:[^*]|\*(?!\/)){0,300}\*\/|(?:#|\/\/)[^\n]{0,300}(?=\n)/y;
const MOST_GAPS = 40;
/** The dashes of an item in a YAML block, and its properties. */
const DASHES = /((?:[-+?][ \t]{1,40}){0,4})(?:[!&][^\s"',[\]{}]{0,60}[ \t]{1,20}){0,2}/y;

/** An item in brackets, up to the next one. */
const FLOW_ITEM = /[^\n,\]}]*/y;
const WORD = /[^\s"'`;|&<>)]*/y;

type Looked = (start: number, end: number) => void;

/**
 * Covers what follows an option in a list as a whole, even if it has several words: the value of a secret option, and the
 * password of `-u name:password`. `looked` gets the parts of the text that decided.
 */
export function coverItems(text: string, looked: Looked = () => undefined): string {
  if (!text.includes('-')) return text;
  let covered = '';
  let at = 0;
  for (const { index, 0: option } of text.matchAll(OPTION)) {
    const isUser = USER_OPTION.test(option);
    if ((!isUser && !isSecretName(option.replace(/^--?/, '')) && !isShortOption(option)) || index < at) continue;
    const value = itemAfter(text, index, option) ?? restOfItem(text, index, option);
    looked(index, value.seen);
    const found = text.slice(value.start, value.end);
    const span = isUser ? passwordIn(found) : isSecretItem(option, found) ? { start: 0, end: found.length } : undefined;
    if (!span || value.start + span.start < at) continue;
    covered += text.slice(at, value.start + span.start) + coverValue(nameOf(option), found.slice(span.start, span.end));
    at = value.start + span.end;
  }
  return covered + text.slice(at);
}

/** The name that says whether a value is harmless, as a count is. */
function nameOf(option: string): string {
  return isShortOption(option) || isUserOption(option) ? 'password' : option.replace(/^--?/, '');
}

function isSecretItem(option: string, found: string): boolean {
  if (found.startsWith('-')) return false;
  return !isShortOption(option) || !isOrdinaryArgument(found);
}

/** The password in `name:password`. Numbers are a user and a group, and an address or a path has no password here. */
export function passwordIn(text: string): Span | undefined {
  const [head = ''] = /^[^:"'\n]{1,100}:(?!\/\/|\\)/.exec(text) ?? [];
  if (head === '' || text.startsWith('-') || /[/\\]/.test(head)) return undefined;
  const password = text.slice(head.length);
  return password.trim() === '' || /^\d{1,6}$/.test(password) ? undefined : { start: head.length, end: text.length };
}

/** Whether an option takes `name:password`. */
export function isUserOption(option: string): boolean {
  return USER_OPTION.test(option);
}

interface Item extends Span {
  /** How far the text decided; behind its end if more text could decide otherwise. */
  readonly seen: number;
}

/** The item after an option that is an item itself, or the word after it. */
function itemAfter(text: string, index: number, option: string): Item | undefined {
  const from = index + option.length;
  const gap = gapAfter(text, from);
  const isPair = text[from] === '=';
  const start = isPair ? from + 1 : gap.end;
  const isSame = isPair || (gap.end > from && !gap.isOther);
  // The option and its value are one item.
  if (isSame && isStartOfItem(text, index)) return undefined;
  if (start === from) return { start, end: start, seen: start };
  const inner = escapedItem(text, start);
  if (inner) return inner;
  const quote = text[start];
  if (quote === '"' || quote === "'") {
    const end = endOfQuoted(text, start);
    return end === undefined ? { start, end: start, seen: start } : { start: start + 1, end, seen: end };
  }
  const isBlock = gap.hasDash && gap.hasNewline;
  const end = isBlock ? endOfLine(text, start) : start + lengthOf(gap.hasComma ? FLOW_ITEM : WORD, text, start);
  return { start, end, seen: end === text.length ? end + 1 : end };
}

/** A string within a string: `\"two words\"` in JSON, `$'two words'` in a shell. */
const ESCAPED = /(\\{1,9}")((?:[^"\\\n]|\\+[^"\\\n])*)|(\$')((?:[^'\\\n]|\\.)*)/y;

function escapedItem(text: string, at: number): Item | undefined {
  ESCAPED.lastIndex = at;
  const [, escape = '', words = '', shell = '', more = ''] = ESCAPED.exec(text) ?? [];
  if (escape + shell === '') return undefined;
  const start = at + escape.length + shell.length;
  const end = start + words.length + more.length;
  return { start, end, seen: end + 1 };
}

/** How an option is separated from what follows it. */
interface Gap {
  readonly end: number;
  /** Whether what follows is another item. */
  readonly isOther: boolean;
  readonly hasComma: boolean;
  readonly hasNewline: boolean;
  readonly hasDash: boolean;
}

function gapAfter(text: string, from: number): Gap {
  const isClosed = text[from] === '"' || text[from] === "'";
  let end = isClosed ? from + 1 : from;
  let hasComma = false;
  let hasNewline = false;
  GAP.lastIndex = end;
  for (let found = GAP.exec(text), gaps = 0; found && gaps < MOST_GAPS; found = GAP.exec(text), gaps += 1) {
    if (found[1] !== undefined && hasComma) break;
    hasComma ||= found[1] !== undefined;
    hasNewline ||= found[2] !== undefined;
    end += found[0].length;
    GAP.lastIndex = end;
  }
  DASHES.lastIndex = end;
  const [item = '', dashes = ''] = hasNewline ? (DASHES.exec(text) ?? []) : [];
  return {
    end: end + item.length,
    isOther: isClosed || hasComma || hasNewline,
    hasComma,
    hasNewline,
    hasDash: dashes !== '',
  };
}

/** `--password two words` as one item: all of it up to the end of the string, or of the line of a YAML item. */
function restOfItem(text: string, index: number, option: string): Item {
  const start = index + option.length + lengthOf(/=|[ \t]+/y, text, index + option.length);
  const quote = text[index - 1] ?? '';
  const isQuoted = quote === '"' || quote === "'";
  const quoted = isQuoted ? endOfQuoted(text, index - 1) : undefined;
  const plain = FLOW_START.test(before(text, index))
    ? start + lengthOf(FLOW_ITEM, text, start)
    : endOfLine(text, start);
  const end = Math.max(start, quoted ?? plain);
  return { start, end, seen: end };
}

/** Where a string ends that begins here and ends on the same line. */
function endOfQuoted(text: string, at: number): number | undefined {
  const quote = text[at];
  for (let end = at + 1; end < text.length && text[end] !== '\n'; end += 1) {
    if (text[end] === '\\' && quote === '"') end += 1;
    else if (text[end] === quote && quote === "'" && text[end + 1] === quote) end += 1;
    else if (text[end] === quote) return end;
  }
  return undefined;
}

/** Where a plain item of a YAML block ends: at its comment, or at the end of the line. */
function endOfLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  const line = text.slice(at, newline === -1 ? text.length : newline);
  const comment = line.search(/[ \t]#/);
  return at + (comment === -1 ? line : line.slice(0, comment)).trimEnd().length;
}

/** Whether a string, or an item of a YAML block, begins here. */
function isStartOfItem(text: string, index: number): boolean {
  const head = before(text, index);
  return BLOCK_START.test(head) || /(?:^|[[,:{\s])["']$/.test(head) || FLOW_START.test(head);
}

const BLOCK_START = /(?:^|\n)[ \t]*(?:-[ \t]+)+(?:[!&]\S*[ \t]+)*["']?$/;
const FLOW_START = /[[,][ \t]*$/;

function before(text: string, index: number): string {
  return text.slice(Math.max(0, index - 200), index);
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
