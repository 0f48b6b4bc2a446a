import { isHarmless } from './ordinary-value.ts';
import type { Span } from './spans.ts';

/** Replaces hidden characters during the search, so that columns stay. A private-use character, absent in real text. */
export const COVER = '\ue000';

export const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Digest)\s+/i;

/** References in the syntaxes of all clients: they name the location of a secret, not the secret. */
const REFERENCE =
  /(\$\{[A-Za-z_]\w*:-(?:true|false|yes|no|on|off|null|none|\d{1,6})\}|\$\{[A-Za-z_]\w*(?::-\}|:-|\})|\$?\{(?:env|input|file|secrets?):[^}"']*\}|\$\{\{[^}"']*\}\}|^\$(?:env:)?[A-Z_][A-Z0-9_]*$|^\$\([^()]*\)$|^op:\/\/.*$|^!\S+\s.*$)/;

const REFERENCES = new RegExp(REFERENCE, 'g');

/** Where a text has references. */
export function referencesIn(text: string): Span[] {
  return [...text.matchAll(REFERENCES)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

export function cover(secret: string): string {
  return COVER.repeat(secret.length);
}

/** Covers a value except its quotes, its scheme and its references. */
export function coverValue(name: string, text: string): string {
  const quote = /^["']/.exec(text)?.[0] ?? '';
  const isClosed = quote !== '' && text.length > 1 && text.endsWith(quote);
  const value = isClosed ? text.slice(1, -1) : text.slice(quote.length);
  const scheme = SCHEME.exec(value)?.[0] ?? '';
  const secret = value.slice(scheme.length);
  if (isHarmless(name, secret)) return text;
  const visible = text.startsWith('[') ? /[^\s"',[\]]/g : /\S/g;
  const parts = secret
    .split(REFERENCE)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(visible, COVER)));
  return quote + scheme + parts.join('') + (isClosed ? quote : '');
}
