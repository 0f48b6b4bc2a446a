import { decodeUri } from '../../model/decode-uri.ts';
import { isSecretParameter } from '../../model/secrets/cover-addresses.ts';
import { hiddenSpans } from '../../model/secrets/hidden-spans.ts';
import { isPlainSecret } from '../../model/secrets/secret.ts';
import type { Span } from '../../model/secrets/spans.ts';
import { valueSpans } from '../../model/secrets/value-spans.ts';
import { isInherited } from './child-environment.ts';
import type { Variable } from './expand-variables.ts';
import { isMaskable } from './secret-spellings.ts';

const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Digest)\s+/i;

/** Names whose values help to diagnose a problem and are not masked. */
const HARMLESS_NAME = /(?:^|_)(?:HOST|HOSTNAME|URL|URI|PORT|DIR|PATH|REGION|NAME|MODE|LEVEL|VERSION|ENV)$/i;
/** Numbers, paths and short words, which occur in many texts and would make output unreadable if masked. */
const HARMLESS_VALUE =
  /^(?:\d{1,6}|[A-Za-z]{1,8}|localhost|production|development|(?:~|\.{1,2})?[/\\].*|[A-Za-z]:[/\\].*)$/i;

/**
 * What has to be masked of a variable. References usually keep secrets out of a file, so that is all of its value, except
 * of inherited variables and of those that are unlikely to be secret: of an address only its password.
 */
export function secretsOfVariable({ name, value }: Variable): string[] {
  if (isPlainSecret(name, value)) return [value, ...secretsInText(name, value)];
  if (HARMLESS_VALUE.test(value)) return [];
  return isInherited(name) || HARMLESS_NAME.test(name)
    ? secretsOfAddress(value)
    : [value, ...secretsInText(name, value)];
}

/** The secrets in a variable or header of the server; `Bearer abc` contains the secret `abc`. */
export function secretsOfEntry(name: string, value: string): string[] {
  const whole = isPlainSecret(name, value) ? [value.replace(SCHEME, '').trim()] : [];
  return [...whole, ...secretsInText(name, value)];
}

export function secretsOfArguments(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => secretsInText('', arg, args[index - 1]));
}

/** What is hidden of a text where it is shown, which a server may print alone. */
function secretsInText(name: string, text: string, before?: string): string[] {
  return withDecoded(partsOf(text, valueSpans(name, text, before)).flatMap(withWords));
}

/**
 * What is hidden may be longer than the secret in it: `TOKEN=abc; run`. A server prints the secret alone, or the first
 * word of it.
 */
function withWords(part: string): string[] {
  const words = part.split(/[\s"'`;|&<>()\\]+/).filter((word) => word !== part && !HARMLESS_VALUE.test(word));
  return [part, ...words];
}

/** Includes the Basic authorization header derived from credentials in the URL. */
export function secretsOfAddress(address: string): string[] {
  const hidden = partsOf(address, hiddenSpans(address));
  const found = URL.canParse(address) ? secretsOfUrl(new URL(address), hidden) : hidden;
  return withDecoded(found);
}

/** A user name may be the key. A plain word is masked in the URL only, not everywhere. */
function secretsOfUrl({ username, password, searchParams }: URL, hidden: readonly string[]): string[] {
  const isWord = HARMLESS_VALUE.test(username);
  const pair = username + password === '' ? '' : `${decodeUri(username)}:${decodeUri(password)}`;
  const parameters = [...searchParams].flatMap(([name, value]) => (isSecretParameter(name, value) ? [value] : []));
  const parts = isWord ? hidden.filter((part) => part !== username) : hidden;
  return [...parts, password, Buffer.from(pair).toString('base64'), ...parameters];
}

/** A URL-encoded secret may be echoed decoded. */
function withDecoded(secrets: readonly string[]): string[] {
  return [...secrets, ...secrets.map(decodeUri)];
}

function partsOf(text: string, spans: readonly Span[]): string[] {
  return spans.map(({ start, end }) => text.slice(start, end));
}

/** Deduplicated, with passwords in URLs extracted, and without values too common to mask. */
export function distinctSecrets(secrets: readonly string[]): string[] {
  const all = secrets.flatMap((secret) => (secret.includes('://') ? [secret, ...secretsOfAddress(secret)] : [secret]));
  return [...new Set(all)].filter(isMaskable);
}
