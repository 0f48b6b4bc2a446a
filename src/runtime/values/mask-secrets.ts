import { SecretMatcher } from './secret-matcher.ts';
import { isMaskable, spellingsOf } from './secret-spellings.ts';

/** Masks known secrets in a text, including their URL, JSON and base64 encodings. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return createSecretMask(secrets)(text);
}

/** Like `maskSecrets`, for many texts, and for texts cut within a secret. */
export function createSecretMask(secrets: readonly string[]): (text: string, isCut?: boolean) => string {
  const maskable = [...new Set(secrets.flatMap(linesOf))].filter(isMaskable);
  if (maskable.length === 0) return (text) => text;
  const matcher = new SecretMatcher(maskable.flatMap(spellingsOf));
  return (text, isCut = false) => (isCut ? matcher.maskCut(text) : matcher.mask(text));
}

/** A multi-line key may be printed line by line. */
function linesOf(secret: string): string[] {
  return /[\r\n]/.test(secret) ? [secret, ...secret.split(/[\r\n]+/)] : [secret];
}
