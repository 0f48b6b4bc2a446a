import { isPlainSecret, maskLine } from '../../model/secret.ts';
import { isInherited } from './child-environment.ts';
import type { Variable } from './expand-variables.ts';
import { SHORTEST_SECRET } from './mask-secrets.ts';

const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Digest)\s+/i;

/** Names and values that whoever looks for a mistake needs to see. */
const TELLING_NAME = /(?:^|_)(?:HOST|HOSTNAME|URL|URI|PORT|DIR|PATH|REGION|NAME|MODE|LEVEL|VERSION|ENV)$/i;
const TELLING_VALUE = /^(?:\d{1,6}|true|false|yes|no|on|off|null|none|(?:~|\.{1,2})?[/\\].*|[A-Za-z]:[/\\].*)$/i;

/**
 * What of a variable must not be shown. Whoever writes a reference mostly does so to keep a secret out of the file, so
 * everything is, except what every program may know, and what cannot well be a secret.
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
  return args.flatMap((arg, index) => {
    const option = /^--?([A-Za-z][\w.-]*)$/.exec(args[index - 1] ?? '')?.[1];
    const named = option !== undefined && !arg.startsWith('-') ? secretsOfEntry(option, arg) : [];
    return [...named, ...hiddenParts(arg)];
  });
}

/** Also as the header that a user name and a password in front of the host become. */
export function secretsOfAddress(address: string): string[] {
  const { username, password } = URL.canParse(address) ? new URL(address) : { username: '', password: '' };
  const pair = `${decoded(username)}:${decoded(password)}`;
  const inFront = password === '' ? [username] : [password, decoded(password), Buffer.from(pair).toString('base64')];
  const hidden = hiddenParts(address);
  return [...inFront, ...hidden, ...hidden.map(decoded)];
}

/** What `maskLine` hides; it keeps every column. */
function hiddenParts(text: string): string[] {
  const masked = maskLine(text);
  return [...masked.matchAll(/\u2022+/g)].map(({ index, 0: dots }) => text.slice(index, index + dots.length));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Each once, with the password in an address apart, and without those too short to be told from other text. */
export function distinctSecrets(secrets: readonly string[]): string[] {
  const all = secrets.flatMap((secret) => (secret.includes('://') ? [secret, ...secretsOfAddress(secret)] : [secret]));
  return [...new Set(all)].filter((secret) => secret.length >= SHORTEST_SECRET);
}
