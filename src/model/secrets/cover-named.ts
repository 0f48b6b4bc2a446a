import { coverValue } from './cover.ts';
import { isGluedSecret, isHarmless, isOrdinaryArgument } from './ordinary-value.ts';
import { isSecretName } from './secret-name.ts';

/** `"NAME": "value"`, `NAME = 'value'`, `Name: value`, `--name=value`; also with the value on the next line. */
const PAIR = /(?<![\w.?&#;-]|\$\{)-{0,2}(\w[\w.-]{0,100})\\?["']?[ \t]{0,40}[:=]\s{0,80}(?:[|>][+-]?\s{1,80})?/g;
/** `--name value`, `"--name", "value"`. */
const OPTION = /(?<![\w.-])-{1,2}([A-Za-z_][\w.-]{0,100})["']?(?:\s{0,80},\s{0,80}|\s{1,80}(?:-[ \t])?)/g;

/** `-kSECRET`, as one word. */
const GLUED = /(?<![\w.-])(-[kp])([^\s"',;})\]]{8,300})(?=["',;})\]\s]|$)/g;

/** Covers the values of secret names, in pairs and after options. */
export function coverNamed(text: string): string {
  // A pair has a colon or an equals sign, an option a dash.
  if (!/[:=-]/.test(text)) return text;
  return coverAfter(coverAfter(text, PAIR, endOfValue), OPTION, endOfArgument).replaceAll(
    GLUED,
    (whole, option: string, value: string) => (isGluedSecret(value) ? option + coverValue('password', value) : whole),
  );
}

/** Whether the value of an option such as `--api-key` is secret. For `-k` and `-p` it is, unless it looks ordinary. */
export function isSecretOption(option: string, value: string): boolean {
  const name = /^--?([A-Za-z_][\w.-]{0,100})$/.exec(option)?.[1];
  if (name === undefined || value.startsWith('-')) return false;
  return isShortOption(option) ? !isOrdinaryArgument(value) : isSecretName(name);
}

/** Whether a one-letter option may take a key or a password. */
export function isShortOption(option: string): boolean {
  return option === '-k' || option === '-p';
}

type FindEnd = (line: string, start: number, name: string) => number;

/** Covers the text after a secret name. */
function coverAfter(line: string, pattern: RegExp, findEnd: FindEnd): string {
  let covered = '';
  let at = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    const [head, name = ''] = match;
    // The value of a name may itself be a pair: `--header=Authorization: Bearer abc`.
    pattern.lastIndex = match.index + head.indexOf(name) + name.length;
    const isShort = isShortOption(head.slice(0, head.indexOf(name) + name.length));
    if (!isSecretName(name) && !isShort) continue;
    const start = match.index + head.length;
    if (head.includes('\n') && startsEntry(line, start)) continue;
    const end = (isShort ? endOfArgument : findEnd)(line, start, name);
    const value = line.slice(start, end);
    if (isShort && isOrdinaryArgument(unquoted(value))) continue;
    covered += line.slice(at, start) + coverValue(isShort ? 'password' : name, value);
    at = end;
    pattern.lastIndex = Math.max(end, pattern.lastIndex);
  }
  return covered + line.slice(at);
}

function unquoted(value: string): string {
  return value.replaceAll(/^["']|["']$/g, '');
}

/** Whether the line below a name such as `auth:` starts a nested map instead of a value. */
function startsEntry(line: string, start: number): boolean {
  return /^["']?[A-Za-z][\w.-]{0,100}["']?[ \t]{0,40}[:=]\s/.test(line.slice(start, start + 200));
}

/** A string within a string, as a shell word in JSON: `\"two words\"`; `$'two words'` of a shell. */
const ESCAPED = /\\{1,9}"(?:[^"\\\n]|\\+[^"\\\n])*(?:\\+"|(?="|\n|$))|\$'(?:[^'\\\n]|\\.)*'?/y;
const QUOTED = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\n]*'?/y;
const BEHIND_TEXT = /[^\S\n]*(?:[,;:}\])#\n/-]|$)/y;
const WORD = /[^\s,;}\])"']*/y;
const LIST = /\[[^\]\n]*\]?/y;
/** An unquoted value may contain spaces; it ends at the end of the line or before the next option of a command. */
const PLAIN = /(?:[^\n"'\s]|[^\S\n](?!--?[A-Za-z])|["'](?!\s*[,}\]\n]|\s*$))*/y;

const endOfValue: FindEnd = (line, start, name) => {
  const first = line[start] ?? '';
  if (first === '' || '{}])'.includes(first)) return start;
  if (first === '[') return endOf(LIST, line, start);
  if (first === '"' || first === "'") return endOfQuoted(line, start);
  const escaped = endOf(ESCAPED, line, start);
  if (escaped > start) return escaped;
  const word = endOf(WORD, line, start);
  return word > start && isHarmless(name, line.slice(start, word)) ? word : endOf(PLAIN, line, start);
};

/** Includes a whole reference, although a word ends at a brace. */
const ARGUMENT = /(?:\$\{[^}\s"']{0,200}\}|[^\s,;}\])"'])*/y;

const endOfArgument: FindEnd = (line, start) => {
  const first = line[start];
  if (first === '-') return start;
  if (first === '"' || first === "'") return endOfQuoted(line, start);
  const escaped = endOf(ESCAPED, line, start);
  return escaped > start ? escaped : endOf(ARGUMENT, line, start);
};

function endOfQuoted(line: string, start: number): number {
  const end = endOf(QUOTED, line, start);
  // If the text after the quote cannot follow a string, the quote is unescaped and the secret continues.
  return endOf(BEHIND_TEXT, line, end) > end || end === line.length ? end : endOf(/[^\n]*/y, line, end);
}

function endOf(pattern: RegExp, line: string, start: number): number {
  pattern.lastIndex = start;
  return start + (pattern.exec(line)?.[0].length ?? 0);
}
