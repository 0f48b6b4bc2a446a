import { isSecretParameter } from '../../model/secrets/cover-addresses.ts';
import { hiddenSpans, type Span } from '../../model/secrets/hidden-spans.ts';
import { isPlainSecret } from '../../model/secrets/secret.ts';
import { valueSpans } from '../../model/secrets/value-spans.ts';
import { isInherited } from './child-environment.ts';
import type { Variable } from './expand-variables.ts';
import { isMaskable } from './secret-spellings.ts';

const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Digest)\s+/i;

/** Names whose values say what a mistake is about. */
const TELLING_NAME = /(?:^|_)(?:HOST|HOSTNAME|URL|URI|PORT|DIR|PATH|REGION|NAME|MODE|LEVEL|VERSION|ENV)$/i;
/** Counts, paths and short words, switches among them: hidden, they would be missing in every other text. */
const TELLING_VALUE =
  /^(?:\d{1,6}|[A-Za-z]{1,8}|localhost|production|development|(?:~|\.{1,2})?[/\\].*|[A-Za-z]:[/\\].*)$/i;

/**
 * What of a variable must not be shown. A reference mostly keeps a secret out of the file, so everything is hidden,
 * except what every program may know, and what cannot well be a secret.
 */
export function secretsOfVariable({ name, value }: Variable): string[] {
  if (isPlainSecret(name, value)) return [value];
  const isTold = isInherited(name) || TELLING_NAME.test(name) || TELLING_VALUE.test(value);
  return isTold ? [] : [value];
}

/** A value of a variable or header of the server; `Bearer abc` holds the secret `abc`. */
export function secretsOfEntry(name: string, value: string): string[] {
  return isPlainSecret(name, value) ? [value.replace(SCHEME, '').trim()] : [];
}

export function secretsOfArguments(args: readonly string[]): string[] {
  return withDecoded(args.flatMap((arg, index) => partsOf(arg, valueSpans('', arg, args[index - 1]))));
}

/** Also as the header that a user name and a password in front of the host become. */
export function secretsOfAddress(address: string): string[] {
  const hidden = partsOf(address, hiddenSpans(address));
  const found = URL.canParse(address) ? secretsOfUrl(new URL(address), hidden) : hidden;
  return withDecoded(found);
}

/** A user name may be the key; one that is a word is hidden in the address only, and not wherever the word is used. */
function secretsOfUrl({ username, password, searchParams }: URL, hidden: readonly string[]): string[] {
  const isWord = TELLING_VALUE.test(username);
  const pair = username + password === '' ? '' : `${decoded(username)}:${decoded(password)}`;
  const parameters = [...searchParams].flatMap(([name, value]) => (isSecretParameter(name, value) ? [value] : []));
  const parts = isWord ? hidden.filter((part) => part !== username) : hidden;
  return [...parts, password, Buffer.from(pair).toString('base64'), ...parameters];
}

/** What is spelled for an address may be repeated as it is meant. */
function withDecoded(secrets: readonly string[]): string[] {
  return [...secrets, ...secrets.map(decoded)];
}

function partsOf(text: string, spans: readonly Span[]): string[] {
  return spans.map(({ start, end }) => text.slice(start, end));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Each once, with the password in an address apart, and without those that are in every other text. */
export function distinctSecrets(secrets: readonly string[]): string[] {
  const all = secrets.flatMap((secret) => (secret.includes('://') ? [secret, ...secretsOfAddress(secret)] : [secret]));
  return [...new Set(all)].filter(isMaskable);
}
