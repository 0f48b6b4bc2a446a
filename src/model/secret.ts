import { splitReferences } from './reference.ts';

/** Names of things that usually hold a secret. `AUTHOR`, `PATH` and `TOKENIZER` are not among them. */
const SECRET_NAME =
  /(?:^|[^a-z])(?:api|access|private|secret|signing|encryption|service[-_]?role|account)[-_]?key|(?:^|[^a-z])(?:[a-z]*token|[a-z]*secrets?|[a-z]*passw(?:or)?d|pwd|passphrase|credentials?|authorization|proxy-authorization|auth|cookie|bearer|pat|dsn|connection[-_]?string)(?:$|[^a-z])/i;

/** Secrets that can be told by their shape, wherever they stand. */
const SECRET_SHAPE =
  /(?:gh[opsur]_|github_pat_|glpat-|sk-|sk_live_|rk_live_|sk_test_|xox[abeprs]-|xapp-|npm_|hf_|pypi-|dop_v1_|SG\.|lin_api_|ntn_|secret_|figd_|shpat_|dckr_pat_|tfp_)[A-Za-z0-9_.-]{6,}|\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bAIza[A-Za-z0-9_-]{20,}|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?|-----BEGIN [A-Z ]*PRIVATE KEY-----[^"]*/;

const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Digest)\s+/i;
const MASK = '••••••••';

export function isSecretName(name: string): boolean {
  // camelCase is read as words: `apiToken` is `api Token`.
  return SECRET_NAME.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'));
}

/** Whether this value, under this name, is a secret in plain text. References, switches and numbers are not. */
export function isPlainSecret(name: string, value: string): boolean {
  const literal = literalParts(value).join('').trim();
  if (literal === '' || /^(?:true|false|yes|no|\d{1,6})$/i.test(literal)) return false;
  return SECRET_SHAPE.test(value) || hasUrlSecret(value) || isSecretName(name);
}

function literalParts(value: string): string[] {
  const parts = splitReferences(value.startsWith('!') ? '' : value);
  return parts.flatMap((part) => (typeof part === 'string' ? [part.replace(SCHEME, '')] : []));
}

function hasUrlSecret(value: string): boolean {
  return maskUrl(value, () => '') !== value;
}

/** `Bearer abc` becomes `Bearer ••••••••`; references stay readable. The mask does not tell the length. */
export function maskValue(value: string): string {
  const parts = splitReferences(value).map((part) => {
    if (typeof part === 'string') return maskPart(part);
    return part.fallback
      ? `\${${part.name}:-${MASK}}`
      : part.fallback === ''
        ? `\${${part.name}:-}`
        : `\${${part.name}}`;
  });
  return parts.join('');
}

function maskPart(part: string): string {
  const scheme = SCHEME.exec(part)?.[0] ?? '';
  const rest = part.slice(scheme.length);
  return rest.trim() === '' ? part : scheme + MASK;
}

type Fill = (secret: string) => string;

/** Same length, so that a caret below the line still points at the right place. */
const sameLength: Fill = (secret) => '•'.repeat(secret.length);

/**
 * Masks whatever looks like a secret in a line of a config file or a command, keeping every column. It works on text
 * alone, because a file that cannot be parsed may hold secrets as well; in doubt it hides too much.
 */
export function maskLine(line: string): string {
  const shapes = new RegExp(SECRET_SHAPE, 'g');
  const named = line.replaceAll(PAIR, (whole, head: string, name: string, between: string, value: string) => {
    if (!isSecretName(name) || !isPlainSecret(name, value)) return whole;
    const scheme = SCHEME.exec(value)?.[0] ?? '';
    return head + name + between + scheme + fillLiterals(value.slice(scheme.length));
  });
  return maskUrl(named.replaceAll(shapes, sameLength), sameLength).replaceAll(LONG_TEXT, (text) =>
    isRandom(text) ? sameLength(text) : text,
  );
}

/** `"NAME": "value"`, `NAME = 'value'`, `--name value`, `"--name", "value"`, `Name: value`. */
const PAIR = /(["']?-{0,2})([A-Za-z][\w.-]*)(["']?\s*[:=,]?\s*["']?)([^"',}\]\s][^"'}\]]*)/g;
const LONG_TEXT = /[A-Za-z0-9_+-]{24,}/g;

function fillLiterals(value: string): string {
  const references = /\$\{[^}]*\}/g;
  return value
    .split(/(\$\{[^}]*\})/)
    .map((part) => (references.test(part) ? part : sameLength(part)))
    .join('');
}

function maskUrl(text: string, fill: Fill): string {
  const noUser = text.replaceAll(
    /(\/\/[^/\s:@"']*:)([^/\s@"'$]+)(@)/g,
    (_, head: string, secret: string, at: string) => head + fill(secret) + at,
  );
  return noUser.replaceAll(/([?&]([\w.-]+)=)([^&\s"'#$]+)/g, (whole, head: string, name: string, secret: string) => {
    return isSecretName(name) || /^(?:key|sig|signature|code)$/i.test(name) ? head + fill(secret) : whole;
  });
}

/** Long, and of letters and digits in no readable order. */
function isRandom(text: string): boolean {
  const changes = text.match(/[A-Za-z][0-9]|[0-9][A-Za-z]|[a-z][A-Z]/g)?.length ?? 0;
  return changes * 5 > text.length;
}
