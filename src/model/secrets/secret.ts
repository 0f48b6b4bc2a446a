import { commandReference, splitReferences } from '../reference.ts';
import { SCHEME } from './cover.ts';
import { hasSecretShape, hiddenSpans, MASK, replaceSpans } from './hidden-spans.ts';
import { isHarmless } from './ordinary-value.ts';
import { isSecretName } from './secret-name.ts';

/** Whether a value under this name is a secret in plain text. References, booleans and counts are not. */
export function isPlainSecret(name: string, value: string): boolean {
  if (commandReference(value) !== undefined) return false;
  const literals = splitReferences(value).map((part) => (typeof part === 'string' ? part : (part.fallback ?? '')));
  // `Bearer ${TOKEN}` contains no secret.
  const literal = `${literals.join('')} `.replace(SCHEME, '').trim();
  if (isHarmless(name, literal)) return false;
  return isSecretName(name) || hasSecretShape(value) || isJsonWithSecret(value);
}

/** `{"apiKey":"abc"}` as a value: the part could only be replaced as it is written in JSON, so all of it is the secret. */
function isJsonWithSecret(value: string): boolean {
  return /^\s*[{[].*[}\]]\s*$/s.test(value) && hiddenSpans(value).length > 0;
}

/** `Bearer abc` becomes `Bearer ••••••••`; references stay readable. The mask does not reveal the length. */
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

/** Masks everything that looks like a secret in text of a config file or a command. Line breaks stay. */
export function maskLine(line: string): string {
  return replaceSpans(line, hiddenSpans(line), () => MASK);
}
