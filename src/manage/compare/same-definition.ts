import { canonicalFields } from '../../clients/canonical-fields.ts';
import { shapeOf } from '../../clients/read-document.ts';
import { readEntry } from '../../clients/read-entry.ts';
import type { Client, Place } from '../../clients/types.ts';
import { writeEntry } from '../../clients/write-entry.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { isMap, sameValue, type Value, type ValueMap } from '../../model/value.ts';

/** A definition and, where it comes from a client's file, whose words it was written in. */
export interface Definition {
  readonly name: string;
  readonly server: Server;
  readonly writtenFor?: { readonly client: Client; readonly place: Place };
}

/**
 * Of two definitions the one that says more, if they mean the same server; undefined if they do not. Not every client can
 * say everything, so one also agrees with another that is the same in its own client's words. On or off is no part of it.
 */
export function fullerOf<D extends Definition>(one: D, other: D): D | undefined {
  if (sameServer(one.server, other.server)) return one;
  if (sameServer(inWordsOf(other, one.server), other.server)) return one;
  return sameServer(inWordsOf(one, other.server), one.server) ? other : undefined;
}

function sameServer(a: Server | undefined, b: Server): boolean {
  return a !== undefined && sameValue(essence(a), essence(b));
}

/** What a server would be for the client of a definition. */
function inWordsOf({ name, writtenFor }: Definition, server: Server): Server | undefined {
  if (!writtenFor) return undefined;
  const { client, place } = writtenFor;
  const shape = shapeOf(client, undefined);
  const { native } = writeEntry(client, shape, name, { ...server, disabled: false }, place);
  return native && readEntry(client, shape, native).server;
}

/** What makes a difference to whoever uses the server. An empty list or map says nothing. */
function essence(server: Server): ValueMap {
  const fields = Object.entries({ ...server, transport: inferTransport(server) } as ValueMap);
  return Object.fromEntries(
    fields.filter(([field, value]) => {
      const matters = Object.hasOwn(canonicalFields, field) && canonicalFields[field]?.matters === true;
      return matters && field !== 'disabled' && !isEmpty(value);
    }),
  );
}

function isEmpty(value: Value | undefined): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0;
}
