import type { RawClient } from '../../runtime/connect/raw-link.ts';
import type { ListKind } from '../../runtime/connect/session/session.ts';
import type { FieldChange, SessionFields } from '../state/gateway-state.ts';

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
  const { [CLIENT]: client, [LOG_LEVEL]: logLevel } = fields;
  const names = Object.keys(fields);
  return {
    ...(client !== undefined && { client: JSON.parse(client) as RawClient }),
    ...(logLevel !== undefined && { logLevel }),
    listed: after(LISTED, names),
    uris: after(URI, names),
  };
}

export function removedUris({ remove = [] }: FieldChange): readonly string[] {
  return after(URI, remove);
}

function after(start: string, names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
}
