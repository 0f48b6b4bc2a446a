import { SecretMatcher } from './secret-matcher.ts';
import { isMaskable, spellingsOf } from './secret-spellings.ts';

/** Hides known secrets in a text, also where they stand in the spelling of an address, of JSON or of base64. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return createSecretMask(secrets)(text);
}

/** The same for many texts, and for those that were cut in the middle of a secret. */
export function createSecretMask(secrets: readonly string[]): (text: string, isCut?: boolean) => string {
  const maskable = [...new Set(secrets.flatMap(linesOf))].filter(isMaskable);
  if (maskable.length === 0) return (text) => text;
  const matcher = new SecretMatcher(maskable.flatMap(spellingsOf));
  return (text, isCut = false) => (isCut ? matcher.maskCut(text) : matcher.mask(text));
}

/** A key of many lines is printed line by line. */
function linesOf(secret: string): string[] {
  return /[\r\n]/.test(secret) ? [secret, ...secret.split(/[\r\n]+/)] : [secret];
}
