import { MASK, replaceSpans } from '../../model/secrets/hidden-spans.ts';
import { isSecretName } from '../../model/secrets/secret-name.ts';
import { isPlainSecret, maskLine, maskValue } from '../../model/secrets/secret.ts';
import { valueSpans } from '../../model/secrets/value-spans.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { consentText } from '../../model/text/consent.ts';
import { isMap, type Value } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';
import { KnownSecrets } from '../compare/known-secrets.ts';

/**
 * The command or URL of a server on one line, with secrets masked. With `own`, what someone else wrote, in which only these
 * secrets of the person are masked.
 */
export function targetOfServer(server: Server, own?: readonly string[]): string {
  const { command, args = [], url } = server;
  // A file may contain values of any type here.
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  // With both, what its transport uses.
  const isRemote = url !== undefined && (!command || inferTransport(server) !== 'stdio');
  const words = isRemote ? [textOf(url)] : [command, ...(Array.isArray(args) ? args : [])].map((word) => textOf(word));
  if (own) return ofOthers(words.join(' '), own);
  if (isRemote) return visible(maskLine(words.join(' ')));
  const shown = words.map((word, index) => maskedArgument('', word, words[index - 1]));
  return visible(maskLine(shown.join(' ')));
}

/** A text of someone else on one line, in which only secrets of the person are masked. */
export function ofOthers(text: string, own: readonly string[]): string {
  return consentText(new KnownSecrets(own).hide(text));
}

/** Returns the definition with possibly secret values masked; references stay readable. */
export function masked(server: Value): Value {
  if (!isMap(server)) return server;
  return Object.fromEntries(Object.entries(server).map(([field, value]) => [field, maskedField(field, value)]));
}

/** Secrets occur under any name, also in unknown fields. Variables and headers are masked as a whole. */
function maskedField(field: string, value: Value, whole = ['env', 'headers'].includes(field)): Value {
  if (typeof value === 'string')
    return (whole || isSecretName(field)) && isPlainSecret(field, value)
      ? maskValue(value)
      : maskedArgument(field, value, undefined);
  if (Array.isArray(value)) return maskedList(field, value);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskedField(key, item, whole)]));
}

/** The preceding argument may mark this one as secret. */
function maskedList(field: string, list: readonly Value[]): Value {
  return list.map((item, index) => {
    if (typeof item !== 'string') return maskedField(field, item);
    return maskedArgument(field, item, list[index - 1]);
  });
}

function maskedArgument(field: string, text: string, before: Value | undefined): string {
  return replaceSpans(text, valueSpans(field, text, typeof before === 'string' ? before : ''), () => MASK);
}
