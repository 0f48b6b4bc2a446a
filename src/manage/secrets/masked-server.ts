import { MASK, replaceSpans } from '../../model/secrets/hidden-spans.ts';
import { isSecretName } from '../../model/secrets/secret-name.ts';
import { isPlainSecret, maskLine, maskValue } from '../../model/secrets/secret.ts';
import { valueSpans } from '../../model/secrets/value-spans.ts';
import type { Server } from '../../model/server.ts';
import { isMap, type Value } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';

/** The command or URL of a server on one line, with secrets masked. */
export function targetOfServer({ command, args = [], url }: Server): string {
  // A file may contain values of any type here.
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  if (url !== undefined) return visible(maskLine(textOf(url)));
  const words = [command, ...(Array.isArray(args) ? args : [])].map((word) => textOf(word));
  const shown = words.map((word, index) => maskedArgument('', word, words[index - 1]));
  return visible(maskLine(shown.join(' ')));
}

/** Returns the definition with possibly secret values masked; references stay readable. */
export function masked(server: Value): Value {
  if (!isMap(server)) return server;
  return Object.fromEntries(Object.entries(server).map(([field, value]) => [field, maskedField(field, value)]));
}

/** Secrets occur under any name, also in unknown fields. Variables and headers are masked as a whole. */
function maskedField(field: string, value: Value, whole = ['env', 'headers'].includes(field)): Value {
  if (typeof value === 'string')
    return (whole || isSecretName(field)) && isPlainSecret(field, value) ? maskValue(value) : maskLine(value);
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
