import { isShortOption } from './cover-named.ts';
import { coverValue } from './cover.ts';
import { isOrdinaryArgument } from './ordinary-value.ts';
import { isSecretName } from './secret-name.ts';
import type { Span } from './spans.ts';

const OPTION = /(?<![\w.-])(-{1,2}[A-Za-z][\w.-]{0,100})(?![\w.-])/g;

/** `curl -u name:password` and its other spellings. */
const USER_OPTION = /^(?:-[uU]|--(?:proxy-)?user(?:pwd)?)$/;

/**
 * From an option to the next item of a list: the end of a string, a comma, comments, and the dash and the properties of
 * an item of YAML. In a comment the name of an option is none.
 */
const TO_NEXT =
  /["']?[ \t]{0,40}(?:,[ \t]{0,40})?(?:\/\*(?:[^*]|\*(?!\/)){0,300}\*\/[ \t]{0,40}(?:,[ \t]{0,40})?)?(?:(?:(?:#|\/\/)[^\n]{0,300})?\r?\n[ \t]{0,120}){0,9}((?:[-+?][ \t]{1,40}){0,4})(?:[!&][^\s"',[\]{}]{0,60}[ \t]{1,20}){0,2}/y;

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
  TO_NEXT.lastIndex = from;
  const [gap = '', dash = ''] = TO_NEXT.exec(text) ?? [];
  // `--user=name:password`
  const isPair = text[from] === '=';
  const start = isPair ? from + 1 : from + gap.length;
  const isSame = isPair || (gap.length > 0 && !/[\n,"']/.test(gap));
  // The option and its value are one item.
  if (isSame && isStartOfItem(text, index)) return undefined;
  if (start === from) return { start, end: start, seen: start };
  const quote = text[start];
  if (quote === '"' || quote === "'") {
    const end = endOfQuoted(text, start);
    return end === undefined ? { start, end: start, seen: start } : { start: start + 1, end, seen: end };
  }
  const isBlock = dash !== '' && gap.includes('\n');
  const end = isBlock ? endOfLine(text, start) : start + lengthOf(gap.includes(',') ? FLOW_ITEM : WORD, text, start);
  return { start, end, seen: end === text.length ? end + 1 : end };
}

/** `--password two words` as one item: all of it up to the end of the string, or of the line of a YAML item. */
function restOfItem(text: string, index: number, option: string): Item {
  const start = index + option.length + lengthOf(/=|[ \t]+/y, text, index + option.length);
  const quote = text[index - 1] ?? '';
  const isQuoted = quote === '"' || quote === "'";
  const end = Math.max(start, (isQuoted ? endOfQuoted(text, index - 1) : undefined) ?? endOfLine(text, start));
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
  const before = text.slice(Math.max(0, index - 200), index);
  return /(?:^|\n)[ \t]*(?:-[ \t]+)+(?:[!&]\S*[ \t]+)*["']?$/.test(before) || /(?:^|[[,:{\s])["']$/.test(before);
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
