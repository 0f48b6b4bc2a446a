import { isMap } from '../../model/value.ts';
import type { RawClient } from '../../runtime/connect/raw-link.ts';
import type { ListKind } from '../../runtime/connect/session/session.ts';
import type { FieldChange, SessionFields } from '../state/gateway-state.ts';
import { storedJson } from '../state/stored-json.ts';

const CLIENT = 'client';
const LOG_LEVEL = 'log';
const LISTED = 'listed:';
const URI = 'uri:';

/** Changes of the part of a session that outlives the replica that serves it, as fields of its record. */
export const sessionField = {
  client: (client: RawClient): FieldChange => ({ set: { [CLIENT]: JSON.stringify(client) } }),
  logLevel: (level: string): FieldChange => ({ set: { [LOG_LEVEL]: level } }),
  listed: (kinds: readonly ListKind[]): FieldChange => ({
    set: Object.fromEntries(kinds.map((kind) => [LISTED + kind, '1'])),
  }),
  subscribed: (uri: string): FieldChange => ({ set: { [URI + uri]: '1' } }),
  unsubscribed: (uri: string): FieldChange => ({ remove: [URI + uri] }),
};

/** The session in its fields. Fields of a newer version are ignored. */
export function readFields(fields: SessionFields): {
  readonly client?: RawClient;
  readonly logLevel?: string;
  readonly listed: readonly string[];
  readonly uris: readonly string[];
} {
  const { [CLIENT]: text, [LOG_LEVEL]: logLevel } = fields;
  const client = readClient(text);
  const names = Object.keys(fields);
  return {
    ...(client && { client }),
    ...(logLevel !== undefined && { logLevel }),
    listed: after(LISTED, names),
    uris: after(URI, names),
  };
}

/** Whether a session can be restored from these fields. If not, its client has to initialize again. */
export function isReadable({ [CLIENT]: text }: SessionFields): boolean {
  return text === undefined || readClient(text) !== undefined;
}

/** A change that another replica sent; undefined if it is not one. */
export function readChange(value: unknown): FieldChange | undefined {
  if (!isMap(value)) return undefined;
  const { set = {}, remove = [] } = value;
  if (!isMap(set) || !Object.values(set).every(isText)) return undefined;
  if (!Array.isArray(remove) || !remove.every(isText) || !isReadable(set as SessionFields)) return undefined;
  return { set: set as SessionFields, remove };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function readClient(text: string | undefined): RawClient | undefined {
  const { clientInfo, capabilities } = (storedJson(text) ?? {}) as Partial<Record<keyof RawClient, unknown>>;
  if (!isMap(clientInfo) || !isMap(capabilities)) return undefined;
  const { name, version } = clientInfo;
  return isText(name) && isText(version) ? { clientInfo: { ...clientInfo, name, version }, capabilities } : undefined;
}

export function removedUris({ remove = [] }: FieldChange): readonly string[] {
  return after(URI, remove);
}

function after(start: string, names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
}
