import { splitReferences, type Environment } from '../../model/reference.ts';
import { isShortOption } from '../../model/secrets/cover-named.ts';
import { MASK } from '../../model/secrets/hidden-spans.ts';
import { isPlainSecret, maskLine, maskValue } from '../../model/secrets/secret.ts';
import { isSecretArgument } from '../../model/secrets/value-spans.ts';
import { kindOfValue } from '../values/config-value.ts';
import { valueOf } from '../values/expand-variables.ts';
import { secretsOfVariable } from '../values/known-secrets.ts';

/**
 * A part of a command line, masked for approval. What is run must not be hidden by a mask, so only a single word
 * without shell syntax is masked: the value of an option named like a secret, or something that looks like a key.
 */
export function showArgument(arg: string, before = ''): string {
  // `-p` may name the package that is run.
  if (isWord(arg) && !isShortOption(before) && isSecretArgument(before, arg)) return MASK;
  if (/^https?:\/\/\S+$/i.test(arg)) return maskLine(arg);
  const [, head = '', name = '', value = ''] = PAIR.exec(arg) ?? [];
  return isWord(value) && isPlainSecret(name, value) ? head + MASK : showScript(arg);
}

/** `--token=abc`, `TOKEN=abc`, `Authorization: Bearer abc` */
const PAIR = /^(-{0,2}([A-Za-z][\w.-]*)(?:=|:\s*(?:(?:Bearer|Basic|Token|ApiKey|Digest)\s+)?))(.*)$/is;

/** A command or script with only key-like words masked. */
export function showScript(script: string): string {
  return script.replaceAll(/[\w+=.~-]{12,}/g, (word) => (isPlainSecret('', word) ? MASK : word));
}

function isWord(text: string): boolean {
  return /^[\w+/=.~-]+$/.test(text) && !text.includes('//');
}

/** Expands variables; those that contain a secret or are not set stay as written. */
export function showExpanded(written: string, env: Environment): string {
  const parts = splitReferences(written).map((part) => {
    if (typeof part === 'string') return part;
    const { name, fallback } = part;
    const own = valueOf(name, env);
    if (own !== undefined) return secretsOfVariable({ name, value: own }).length > 0 ? `\${${name}}` : own;
    // A default in the file is part of what is run and must not be hidden behind the variable's name.
    return fallback === undefined || isPlainSecret(name, fallback) ? `\${${name}}` : fallback;
  });
  return parts.join('');
}

/** The value of a header or variable, and its actual source. */
export function showValue(name: string, written: string, env: Environment): string {
  switch (kindOfValue(written, env)) {
    case 'command':
      return `the output of the command: ${showScript(written.slice(1).trim())}`;
    case 'one-password':
      return `${written} (from 1Password)`;
    case 'keychain':
      return `${written} (from the keychain)`;
    case 'name':
      return `${written} (the value of your variable ${written})`;
    case 'reference':
    case 'text':
      return isPlainSecret(name, written) ? maskValue(written) : showScript(written);
  }
}
