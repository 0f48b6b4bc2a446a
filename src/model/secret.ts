import { commandReference, splitReferences } from './reference.ts';
import { isPasswordName, isSecretName } from './secret-name.ts';
import { replaceRandom, SECRET_SHAPE } from './secret-shape.ts';

const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Digest)\s+/i;
const MASK = '••••••••';

/** Whether this value, under this name, is a secret in plain text. References, switches and counts are not. */
export function isPlainSecret(name: string, value: string): boolean {
  if (commandReference(value) !== undefined) return false;
  const literals = splitReferences(value).map((part) => (typeof part === 'string' ? part : (part.fallback ?? '')));
  // `Bearer ${TOKEN}` holds no secret.
  const literal = `${literals.join('')} `.replace(SCHEME, '').trim();
  if (isHarmless(name, literal)) return false;
  return isSecretName(name) || maskDefaults(maskShapes(value)) !== value;
}

/** `MAX_TOKENS=4096` is a count, but a password may consist of digits alone. */
function isHarmless(name: string, literal: string): boolean {
  if (/^\d{1,6}$/.test(literal)) return !isPasswordName(name);
  return /^(?:true|false|yes|no|on|off|null|none)?$/i.test(literal);
}

/** `Bearer abc` becomes `Bearer ••••••••`; references stay readable. The mask does not tell the length. */
export function maskValue(value: string): string {
  const parts = splitReferences(value).map((part) => {
    if (typeof part === 'string') return maskPart(part);
    return `\${${part.name}${part.fallback === undefined ? '' : `:-${part.fallback && MASK}`}}`;
  });
  return parts.join('');
}

function maskPart(part: string): string {
  const scheme = SCHEME.exec(part)?.[0] ?? '';
  return part.slice(scheme.length).trim() === '' ? part : scheme + MASK;
}

/**
 * Masks whatever looks like a secret in text of a config file or a command, keeping every column. It works on the text
 * alone, because a file that cannot be parsed may hold secrets as well; in doubt it hides too much. Repetitions in the
 * patterns have a bound or can end in one place only, so that a hostile line costs no more than a long one.
 */
export function maskLine(line: string): string {
  return maskShapes(maskNamed(maskNamed(maskDefaults(line), PAIR, endOfValue), OPTION, endOfArgument));
}

/** `${API_TOKEN:-abc}`: what is used when the variable is not set is as secret as the variable. */
function maskDefaults(text: string): string {
  return text.replaceAll(
    /(\$\{([A-Za-z_]\w{0,100}):-)([^}\n]{1,500})(?=\})/g,
    (whole, head: string, name: string, value: string) => (isSecretName(name) ? head + maskText(name, value) : whole),
  );
}

/** `"NAME": "value"`, `NAME = 'value'`, `Name: value`, `--name=value`; also with the value on the next line. */
const PAIR = /(?<![\w.?&#;-]|\$\{)-{0,2}([A-Za-z][\w.-]{0,100})\\?["']?[ \t]{0,40}[:=]\s{0,80}(?:[|>][+-]?\s{1,80})?/g;
/** `--name value`, `"--name", "value"`. */
const OPTION = /(?<![\w.-])-{1,2}([A-Za-z][\w.-]{0,100})["']?(?:\s{0,80},\s{0,80}|\s{1,80}(?:-[ \t])?)/g;

type FindEnd = (line: string, start: number, name: string) => number;

/** Masks what follows a name that stands for a secret. */
function maskNamed(line: string, pattern: RegExp, findEnd: FindEnd): string {
  let masked = '';
  let at = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    const [head, name = ''] = match;
    // What follows another name may itself be a pair: `--header=Authorization: Bearer abc`.
    pattern.lastIndex = match.index + head.indexOf(name) + name.length;
    if (!isSecretName(name)) continue;
    const start = match.index + head.length;
    if (head.includes('\n') && startsEntry(line, start)) continue;
    const end = findEnd(line, start, name);
    masked += line.slice(at, start) + maskText(name, line.slice(start, end));
    at = end;
    pattern.lastIndex = Math.max(end, pattern.lastIndex);
  }
  return masked + line.slice(at);
}

/** The line below `auth:` may hold the first entry of a map instead of a value. */
function startsEntry(line: string, start: number): boolean {
  return /^["']?[A-Za-z][\w.-]{0,100}["']?[ \t]{0,40}[:=]\s/.test(line.slice(start, start + 200));
}

const QUOTED = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\n]*'?/y;
const BEHIND_TEXT = /[^\S\n]*(?:[,;:}\])#\n/-]|$)/y;
const WORD = /[^\s,;}\])"']*/y;
const LIST = /\[[^\]\n]*\]?/y;
/** A text without quotes may hold blanks; it ends with the line, or where the next option of a command starts. */
const PLAIN = /(?:[^\n"'\s]|[^\S\n](?!--?[A-Za-z])|["'](?!\s*[,}\]\n]|\s*$))*/y;

const endOfValue: FindEnd = (line, start, name) => {
  const first = line[start] ?? '';
  if (first === '' || '{}])'.includes(first)) return start;
  if (first === '[') return endOf(LIST, line, start);
  if (first === '"' || first === "'") return endOfQuoted(line, start);
  const word = endOf(WORD, line, start);
  return word > start && isHarmless(name, line.slice(start, word)) ? word : endOf(PLAIN, line, start);
};

/** A reference as a whole, although a word ends at its brace. */
const ARGUMENT = /(?:\$\{[^}\s"']{0,200}\}|[^\s,;}\])"'])*/y;

const endOfArgument: FindEnd = (line, start) => {
  const first = line[start];
  if (first === '-') return start;
  return first === '"' || first === "'" ? endOfQuoted(line, start) : endOf(ARGUMENT, line, start);
};

function endOfQuoted(line: string, start: number): number {
  const end = endOf(QUOTED, line, start);
  // Where nothing that may follow a text stands behind it, its quote should have been escaped: the secret goes on.
  return endOf(BEHIND_TEXT, line, end) > end || end === line.length ? end : endOf(/[^\n]*/y, line, end);
}

function endOf(pattern: RegExp, line: string, start: number): number {
  pattern.lastIndex = start;
  return start + (pattern.exec(line)?.[0].length ?? 0);
}

/** References in the spellings of all assistants: they say where a secret is and not what it is. */
const REFERENCE =
  /(\$\{[A-Za-z_]\w*(?::-\}|:-|\})|\$?\{(?:env|input|file|secrets?):[^}"']*\}|\$\{\{[^}"']*\}\}|^\$[A-Z_][A-Z0-9_]*$|^op:\/\/.*$|^!\S+\s.*$)/;

/** Hides a value and leaves its quotes, its scheme and its references. */
function maskText(name: string, text: string): string {
  const quote = /^["']/.exec(text)?.[0] ?? '';
  const isClosed = quote !== '' && text.length > 1 && text.endsWith(quote);
  const value = isClosed ? text.slice(1, -1) : text.slice(quote.length);
  const scheme = SCHEME.exec(value)?.[0] ?? '';
  const secret = value.slice(scheme.length);
  if (isHarmless(name, secret)) return text;
  const visible = text.startsWith('[') ? /[^\s"',[\]]/g : /\S/g;
  const parts = secret.split(REFERENCE).map((part, index) => (index % 2 === 1 ? part : part.replaceAll(visible, '•')));
  return quote + scheme + parts.join('') + (isClosed ? quote : '');
}

/** Masks what can be told to be secret without its name. */
function maskShapes(text: string): string {
  return replaceRandom(maskUrl(text.replaceAll(new RegExp(SECRET_SHAPE, 'g'), fill)), fill);
}

/** Same length, so that a caret below the line still points at the right place. */
function fill(secret: string): string {
  return '•'.repeat(secret.length);
}

function maskUrl(text: string): string {
  const noPassword = text.replaceAll(
    /(\/\/[^\s/:@"']{0,200}:)((?:[^\s"'/]{1,300}|(?!\d{1,5}\/)[^\s"'@]{1,300})(?=@))/g,
    (_, head: string, secret: string) => head + maskText('password', secret),
  );
  return noPassword.replaceAll(
    /([?&#;]([\w.-]{1,60})=)([^&\s"'#]+)/g,
    (whole, head: string, name: string, secret: string) =>
      isSecretName(name) || /^(?:sig|signature|code)$/i.test(name) ? head + maskText(name, secret) : whole,
  );
}
