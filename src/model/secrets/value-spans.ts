import { splitReferences, type VariableReference } from '../reference.ts';
import { isSecretName } from '../secret-name.ts';
import { isPlainSecret } from '../secret.ts';
import { isSecretOption, isShortOption } from './cover-named.ts';
import { SCHEME } from './cover.ts';
import { hiddenSpans, type Span } from './hidden-spans.ts';

/**
 * Which parts of a value are secret. Its name tells that of the whole value; otherwise it is what a line of a file would
 * be shown without. `before` is the argument in front of it, which may be an option that takes a secret.
 */
export function valueSpans(name: string, text: string, before = ''): readonly Span[] {
  const isNamed = isSecretArgument(before, text) || (isSecretName(name) && isPlainSecret(name, text));
  const named = literalSpans(text, (reference) => isNamed || (reference !== undefined && hasSecretDefault(reference)));
  return joined([...named, ...hiddenSpans(text), ...spansBehind(before, text), ...spansInPair(text)], text);
}

/** Whether an argument is a secret as a whole, because of the option in front of it. */
export function isSecretArgument(before: string, text: string): boolean {
  return isSecretOption(before, text) && isPlainSecret(isShortOption(before) ? 'password' : before, text);
}

/** `-u name:password` is told by both together. */
function spansBehind(option: string, text: string): Span[] {
  if (!/^--?[A-Za-z][\w.-]{0,100}$/.test(option)) return [];
  const by = option.length + 1;
  return hiddenSpans(`${option} ${text}`).flatMap(({ start, end }) =>
    end > by ? [{ start: Math.max(0, start - by), end: end - by }] : [],
  );
}

/** `--token=abc`, with all that is behind it: an argument ends where it ends, whatever quotes are in it. */
function spansInPair(text: string): Span[] {
  const [, option = '', value = ''] = /^(--?[A-Za-z][\w.-]{0,100})=(.+)$/s.exec(text) ?? [];
  if (!isSecretArgument(option, value)) return [];
  const by = option.length + 1;
  return literalSpans(value, () => true).map(({ start, end }) => ({ start: start + by, end: end + by }));
}

/** Literal parts and defaults of references, without the word in front that says what kind of secret it is. */
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

/** In order, without overlaps; those with nothing but blanks between them are one, and blanks around them are none. */
function joined(spans: readonly Span[], text: string): Span[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && (start <= last.end || text.slice(last.end, start).trim() === '')) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result.filter(({ start, end }) => text.slice(start, end).trim() !== '');
}
