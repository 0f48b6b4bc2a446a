const SHELLS =
  /^(?:(?:ba|da|z|fi|k|a|c|tc|rba|mk|pdk|lk|ya|o|y|h|s)?sh|nu|xonsh|elvish|powershell(?:_ise)?|pwsh|cmd|command\.com)$/;

/** Whether a program, by its plain name, is a shell. */
export function isShell(name: string): boolean {
  return SHELLS.test(name);
}

/**
 * Everything in a text that may be a word for a shell, for the interpreter of Windows or for a program that splits the
 * text, in any spelling of the word. These words only count against a server.
 */
export function piecesOf(text: string): string[] {
  const spellings = new Set([text, ...spelled(text)]);
  const words = [...spellings].flatMap((one) => one.split(/[\s;&|()<>'"`$,=@{}[\]!]+|\\n/));
  // `-Sbash`, `/cbash`
  const attached = words.map((word) => word.replace(/^(?:[-/][A-Za-z])+/, ''));
  return [...new Set([text, ...words, ...attached])].filter(Boolean);
}

/**
 * Every name in a text, whatever sign stands before it and after it, as in `q/bash/` and `EXEC:bash`, and behind up to
 * three letters of options, as in `-iSbash`. Only for rules that deny.
 */
export function namesInside(text: string): string[] {
  const spellings = [text, text.replaceAll(/\\[abefnrtv]/g, ' '), ...spelled(text)];
  // The directories of a path and of an address are no programs.
  const words = spellings.flatMap((one) => one.replaceAll(PLACE, '$1').match(/[\w.-]+/g) ?? []);
  const behind = words.flatMap((word) => {
    const [, letters = '', digits] = /^-(?!-)([A-Za-z].+)|^(\d+[A-Za-z]?)/s.exec(word) ?? [];
    return digits === undefined
      ? [0, 1, 2, 3].map((count) => letters.slice(count))
      : [word.slice(digits.length), word.replace(/^\d+/, '')];
  });
  return [...new Set([...words, ...behind])].filter((one) => one !== '');
}

const PLACE = /(?<![^\s'"=:(])(?:\w+:\/\/|[A-Za-z]:[\\/]|~?\/|\.{1,2}\/)(?:[^\s'"()|;&]*[\\/])?([^\s'"()|;&]*)/g;

/**
 * Everything in a text that may be a program that another one starts: also what stands behind a colon, a plus sign, or
 * the scheme of an address.
 */
export function programsInside(text: string): string[] {
  const pieces = piecesOf(text);
  return [...new Set([...pieces, ...pieces.flatMap((piece) => piece.split(/[:+]+(?:\/\/(?=\/))?/))])].filter(Boolean);
}

/** The text as a shell would read it: without quotes, escapes, and variables that are empty. */
export function spelled(text: string): string[] {
  // A backslash before a line break is nothing for a shell.
  const joined = text.replaceAll(/\\\r?\n/g, '');
  const values = joined.replaceAll(/\$\{\w+:?[-+=]([^{}]*)\}/g, '$1');
  const codes = decoded(values);
  const unquoted = codes.replaceAll(/\$?['"]|[\\^`]/g, '');
  const empty = unquoted.replaceAll(VALUE, '');
  // In a path, one pattern is enough to lead to the program; a variable may be any text.
  const globs = unquoted
    .replaceAll(VALUE, '*')
    .replaceAll(/\[(.)\]/g, '$1')
    .replaceAll(/\[(?:[!^]?\]?(?:\[[:.=][^\]]*\]|[^\]\s])*)\]/g, '?');
  return [
    codes,
    codes.replaceAll(/[\\^]/g, ''),
    unquoted,
    empty,
    globs,
    empty.replaceAll(/[{},]/g, ''),
    ...braced(unquoted.replaceAll(VALUE, '*')),
    ...braced(empty),
    percents(text),
  ];
}

/** What a shell puts a value for, and the interpreter of Windows with `%` or `!`. */
const VALUE = /\$(?:\{[^}]*\}|\d|[A-Za-z_]\w*|[@*#?!$-]|\([^)]*\))|%[^%\s]*%|![\w:~,-]+!/g;

/** `ba{sh,x}` with each of the words between the braces. */
function braced(text: string): string[] {
  const most = Math.min(8, Math.max(0, ...[...text.matchAll(BRACES)].map(([, inner = '']) => inner.split(',').length)));
  return Array.from({ length: most }, (_, at) =>
    text.replaceAll(BRACES, (__, inner: string) => inner.split(',')[at] ?? inner.split(',')[0] ?? ''),
  );
}

const BRACES = /\{([^{}\s]*,[^{}\s]*)\}/g;

/** `\x62`, `\142` and `\u0062` are letters between `$'` and `'`, and in code. */
function decoded(text: string): string {
  return text
    .replaceAll(
      /\\(?:x([\da-f]{2})|u\{?([\da-f]{4,6})\}?)/gi,
      (_, byte: string | undefined, unit: string | undefined) => character(Number.parseInt(byte ?? unit ?? '', 16)),
    )
    .replaceAll(/\\([0-3]?[0-7]{2})/g, (_, octal: string) => character(Number.parseInt(octal, 8)));
}

function character(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}

/** The text with `%2f` and the like decoded, as far as it can be. */
export function percents(text: string): string {
  return text.replaceAll(/%([\da-f]{2})/gi, (_, byte: string) => character(Number.parseInt(byte, 16)));
}

/** Whether a word with `?` or `*` may be, for a shell, the name of a program. */
export function mayBecome(word: string, name: string): boolean {
  const last = word.slice(word.lastIndexOf('/') + 1).replaceAll(/\*+/g, '*');
  if (last.length > 60 || !/[a-z\d]/i.test(last) || !/[?*[]/.test(last)) return false;
  const pattern = last.replaceAll(/\[[^\]]*\]|\W/g, (one) => {
    if (one === '*') return '.*';
    return one === '?' || one.length > 1 ? '.' : `\\${one}`;
  });
  return new RegExp(`^${pattern}$`, 'is').test(name);
}
