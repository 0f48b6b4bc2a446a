import { MASK } from '../../model/secrets/hidden-spans.ts';
import type { Span } from '../../model/secrets/spans.ts';
import { SecretMatcher } from './secret-matcher.ts';
import { isMaskable, spellingsOf } from './secret-spellings.ts';
import { visibleText } from './visible-text.ts';

/** Masks known secrets in a text, including their URL, JSON and base64 encodings. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return createSecretMask(secrets)(text);
}

/** Like `maskSecrets`, for many texts, and for texts cut within a secret. */
export function createSecretMask(secrets: readonly string[]): (text: string, isCut?: boolean) => string {
  const maskable = [...new Set(secrets.flatMap(linesOf).flatMap(withVisible))].filter(isMaskable);
  if (maskable.length === 0) return (text) => text;
  const matcher = new SecretMatcher(maskable.flatMap(spellingsOf));
  return (text, isCut = false) => {
    const masked = replaced(text, matcher.spansIn(text, isCut));
    const visible = visibleText(masked);
    return visible ? replaced(masked, matcher.spansIn(visible.text, isCut).map(visible.original)) : masked;
  };
}

function replaced(text: string, spans: readonly Span[]): string {
  let [result, at] = ['', 0];
  for (const { start, end } of spans) {
    result += text.slice(at, start) + MASK;
    at = end;
  }
  return at === 0 ? text : result + text.slice(at);
}

/** A secret may itself contain invisible characters, which a server may leave out. */
function withVisible(secret: string): string[] {
  const visible = visibleText(secret);
  return visible ? [secret, visible.text] : [secret];
}

/** A multi-line key may be printed line by line. */
function linesOf(secret: string): string[] {
  return /[\r\n]/.test(secret) ? [secret, ...secret.split(/[\r\n]+/)] : [secret];
}
