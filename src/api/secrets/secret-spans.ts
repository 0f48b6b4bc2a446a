import { splitReferences, type VariableReference } from '../../model/reference.ts';
import { isSecretName } from '../../model/secret-name.ts';
import { isPlainSecret, maskLine } from '../../model/secret.ts';

/** A part of a text that is secret, from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Digest)\s+/i;

/**
 * Which parts of a text are secret. Its name tells that of the whole text; otherwise it is what a line of a file would
 * be shown without. `before` is the argument in front of it, which may be an option that takes a secret.
 */
export function secretSpans(name: string, text: string, before?: string): readonly Span[] {
  const option = before === undefined ? undefined : /^--?([A-Za-z][\w.-]*)$/.exec(before)?.[1];
  const names = [name, ...(option === undefined || text.startsWith('-') ? [] : [option])];
  const isNamed = names.some((one) => isSecretName(one) && isPlainSecret(one, text));
  const named = literalSpans(text, (reference) => isNamed || (reference !== undefined && hasSecretDefault(reference)));
  return joined(
    [...named, ...maskedSpans(text, ''), ...(before === undefined ? [] : maskedSpans(text, `${before} `))],
    text,
  );
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

/** What masking hides of it, behind a text that may be the reason; that keeps every column. */
function maskedSpans(text: string, head: string): Span[] {
  const masked = maskLine(head + text).slice(head.length);
  const spans: Span[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (masked[at] === text[at]) continue;
    const start = at;
    while (at < text.length && masked[at] !== text[at]) at += 1;
    spans.push({ start, end: at });
  }
  return spans;
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
