import { splitReferences, type VariableReference } from '../reference.ts';
import { isUserOption, passwordIn } from './cover-items.ts';
import { isSecretOption, isShortOption } from './cover-named.ts';
import { SCHEME } from './cover.ts';
import { hiddenSpans } from './hidden-spans.ts';
import { isSecretName } from './secret-name.ts';
import { isPlainSecret } from './secret.ts';
import type { Span } from './spans.ts';

/**
 * The secret parts of a value. A secret name covers the whole value; otherwise the parts are those that `hiddenSpans`
 * finds in a line. `before` is the preceding argument, which may be an option that takes a secret.
 */
export function valueSpans(name: string, text: string, before = ''): readonly Span[] {
  const isNamed = isSecretArgument(before, text) || (isSecretName(name) && isPlainSecret(name, text));
  const named = literalSpans(text, (reference) => isNamed || (reference !== undefined && hasSecretDefault(reference)));
  return joined(
    [
      ...named,
      ...hiddenSpans(text),
      ...spansBehind(before, text),
      ...spansInPair(text),
      ...spansInItem(text),
      ...spansBehindScheme(text),
    ],
    text,
  );
}

/** Whether a whole argument is secret because of the option before it. */
export function isSecretArgument(before: string, text: string): boolean {
  return isSecretOption(before, text) && isPlainSecret(isShortOption(before) ? 'password' : before, text);
}

/** `-u name:password` is recognized only with the option and its value together. */
function spansBehind(option: string, text: string): Span[] {
  if (!/^--?[A-Za-z_][\w.-]{0,100}$/.test(option)) return [];
  const password = isUserOption(option) ? passwordIn(text) : undefined;
  if (password) return literalIn(text, password);
  const by = option.length + 1;
  return hiddenSpans(`${option} ${text}`).flatMap(({ start, end }) =>
    end > by ? [{ start: Math.max(0, start - by), end: end - by }] : [],
  );
}

/** The whole value in `--token=abc`: quotes inside an argument do not end it. */
function spansInPair(text: string): Span[] {
  const [, option = '', value = ''] = /^(--?[A-Za-z_][\w.-]{0,100})=(.+)$/s.exec(text) ?? [];
  const by = option.length + 1;
  const password = isUserOption(option) ? passwordIn(value) : undefined;
  if (password) return literalIn(text, { start: password.start + by, end: text.length });
  return isSecretArgument(option, value) ? literalIn(text, { start: by, end: text.length }) : [];
}

/** The whole rest of `--token abc def`, an option and its value in one argument. */
function spansInItem(text: string): Span[] {
  const [, head = '', option = '', value = ''] = /^((--[A-Za-z_][\w.-]{0,100}|-[uU])\s{1,40})(.+)$/s.exec(text) ?? [];
  const password = isUserOption(option) ? passwordIn(value) : undefined;
  if (password) return literalIn(text, { start: password.start + head.length, end: text.length });
  return isSecretArgument(option, value) ? literalIn(text, { start: head.length, end: text.length }) : [];
}

/** `Bearer abc123` as a whole value, as a header of any name has it. Words are no secret: `Token expired`. */
function spansBehindScheme(text: string): Span[] {
  const [, scheme = '', value = ''] = /^((?:Bearer|Basic)\s+)(\S{6,})$/.exec(text) ?? [];
  return /\d|[a-z][A-Z]/.test(value) ? literalIn(text, { start: scheme.length, end: text.length }) : [];
}

/** A part of a text without the references in it. */
function literalIn(text: string, { start, end }: Span): Span[] {
  return literalSpans(text.slice(start, end), () => true).map((span) => ({
    start: span.start + start,
    end: span.end + start,
  }));
}

/** Literal parts and defaults of references, without a scheme such as `Bearer`. */
function literalSpans(text: string, isWanted: (reference?: VariableReference) => boolean): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const part of splitReferences(text)) {
    if (typeof part === 'string') {
      const scheme = at === 0 ? (SCHEME.exec(part)?.[0].length ?? 0) : 0;
      if (isWanted()) spans.push({ start: at + scheme, end: at + part.length });
      at += part.length;
      continue;
    }
    const head = at + `\${${part.name}`.length;
    at = head + (part.fallback === undefined ? 1 : part.fallback.length + 3);
    if (part.fallback !== undefined && isWanted(part)) spans.push({ start: head + 2, end: at - 1 });
  }
  return spans;
}

function hasSecretDefault({ name, fallback = '' }: VariableReference): boolean {
  return isSecretName(name) && isPlainSecret(name, fallback);
}

/** Sorts and merges spans that overlap or are separated only by spaces, and drops blank ones. */
function joined(spans: readonly Span[], text: string): Span[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && (start <= last.end || text.slice(last.end, start).trim() === '')) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result.filter(({ start, end }) => text.slice(start, end).trim() !== '');
}
