import { MASK, replaceSpans } from '../../model/secrets/hidden-spans.ts';
import { isSecretName } from '../../model/secrets/secret-name.ts';
import { isPlainSecret, maskLine, maskValue } from '../../model/secrets/secret.ts';
import { valueSpans } from '../../model/secrets/value-spans.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { isMap, type Value } from '../../model/value.ts';
import { visible } from '../../model/visible.ts';

/** What a server starts or reaches, on one line, without its secrets. */
export function targetOfServer(server: Server): string {
  const { command, args = [], url } = server;
  // A file may hold values of any kind here.
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  // With both, what its transport uses.
  if (url !== undefined && (!command || inferTransport(server) !== 'stdio')) return visible(maskLine(textOf(url)));
  const words = [command, ...(Array.isArray(args) ? args : [])].map((word) => textOf(word));
  const shown = words.map((word, index) => maskedArgument('', word, words[index - 1]));
  return visible(maskLine(shown.join(' ')));
}

/** The definition with every value masked that may be secret; references stay readable. */
export function masked(server: Value): Value {
  if (!isMap(server)) return server;
  return Object.fromEntries(Object.entries(server).map(([field, value]) => [field, maskedField(field, value)]));
}

/** Secrets stand under any name, in fields that we do not know too. In variables and headers they are masked whole. */
function maskedField(field: string, value: Value, whole = ['env', 'headers'].includes(field)): Value {
  if (typeof value === 'string')
    return (whole || isSecretName(field)) && isPlainSecret(field, value) ? maskValue(value) : maskLine(value);
  if (Array.isArray(value)) return maskedList(field, value);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskedField(key, item, whole)]));
}

/** An argument may be a secret because of the one before it. */
function maskedList(field: string, list: readonly Value[]): Value {
  return list.map((item, index) => {
    if (typeof item !== 'string') return maskedField(field, item);
    return maskedArgument(field, item, list[index - 1]);
  });
}

function maskedArgument(field: string, text: string, before: Value | undefined): string {
  return replaceSpans(text, valueSpans(field, text, typeof before === 'string' ? before : ''), () => MASK);
}
