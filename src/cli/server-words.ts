import type { ListedServer, ServerState } from '../manage/listed-server.ts';
import { isSecretName } from '../model/secret-name.ts';
import { isPlainSecret, maskLine, maskValue } from '../model/secret.ts';
import { inferTransport, type Server } from '../model/server.ts';
import { isMap, type Value } from '../model/value.ts';
import { visible } from '../model/visible.ts';
import type { Mark } from './output.ts';

/** What a server starts or reaches, on one line, without its secrets. */
export function targetOfServer({ command, args = [], url }: Server): string {
  const line = url ?? [command, ...(Array.isArray(args) ? args : [])].map((word) => word ?? '').join(' ');
  return visible(maskLine(line));
}

/** What people call a client: our own file is their catalog. */
export function clientWords({ client }: Pick<ListedServer, 'client'>): string {
  return client === 'canonical' ? 'catalog' : client;
}

export function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

export const stateWords: Readonly<Record<ServerState, readonly [Mark, string]>> = {
  'in-force': ['ok', 'in force'],
  off: ['none', 'off'],
  untrusted: ['info', 'waits for your approval'],
  shadowed: ['warning', 'shadowed'],
  unusable: ['error', 'cannot be used'],
};

/** A definition as data for scripts: secrets masked, place included. */
export function serverAsData(one: ListedServer): Record<string, unknown> {
  const { name, client, scope, file, line, column, server, state, shadowed, trust, parked } = one;
  const by = shadowed?.by;
  return {
    name,
    client,
    scope,
    state,
    why: shadowed?.why ?? (parked ? 'parked' : trust),
    by: by && { client: by.client.id, scope: by.scope, file: by.file, line: by.range?.start.line },
    file,
    line,
    column,
    transport: inferTransport(server),
    server: masked(server as Value),
  };
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

/** An argument is a secret because of the one before it. */
function maskedList(field: string, list: readonly Value[]): Value {
  return list.map((item, index) => {
    if (typeof item !== 'string') return maskedField(field, item);
    const before = list[index - 1];
    if (typeof before !== 'string' || !before.startsWith('-')) return maskedField(field, item);
    const line = `${before} ${item}`;
    const shown = maskLine(line);
    return shown.startsWith(`${before} `) ? shown.slice(before.length + 1) : maskLine(item);
  });
}
