import { shapeOf } from '../../clients/read-document.ts';
import { readEntry } from '../../clients/read-entry.ts';
import type { Client, Place } from '../../clients/types.ts';
import { writeEntry } from '../../clients/write-entry.ts';
import { canonicalFields } from '../../model/fields/canonical-fields.ts';
import { effectiveValue } from '../../model/same-meaning.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { portable } from '../../model/shell/cmd-wrapper.ts';
import { getOwn, sameValue, type Value, type ValueMap } from '../../model/value.ts';

/** A definition and the client whose file it was read from, if any. */
export interface Definition {
  readonly name: string;
  readonly server: Server;
  readonly writtenFor?: { readonly client: Client; readonly place: Place };
}

/**
 * Returns the more complete of two equivalent definitions; undefined if they differ. Clients support different fields,
 * so definitions also match when they are equal as one of the clients represents them. Enabled or disabled is ignored.
 */
export function fullerOf<D extends Definition>(one: D, other: D): D | undefined {
  if (sameServer(one.server, other.server)) return one;
  if (sameServer(inWordsOf(other, one.server), other.server)) return one;
  return sameServer(inWordsOf(one, other.server), one.server) ? other : undefined;
}

/**
 * Compares the fields that affect users of the server. An empty list or map equals an absent one. Some clients need the
 * interpreter of Windows around a command that others start without it.
 */
function sameServer(one: Server | undefined, other: Server): boolean {
  if (one === undefined || inferTransport(one) !== inferTransport(other)) return false;
  const [a, b] = [portable(one), portable(other)];
  return comparedFields.every((field) => sameValue(effective(a, field), effective(b, field)));
}

/** The transport is inferred, and the enabled state is not part of a definition. */
const comparedFields = Object.entries(canonicalFields)
  .filter(([field, { matters }]) => matters && field !== 'disabled' && field !== 'transport')
  .map(([field]) => field);

function effective(server: Server, field: string): Value | undefined {
  return effectiveValue(field, getOwn(server as ValueMap, field));
}

/** The definition as this client represents it. */
function inWordsOf({ name, writtenFor }: Definition, server: Server): Server | undefined {
  if (!writtenFor) return undefined;
  const { client, place } = writtenFor;
  const shape = shapeOf(client, undefined);
  const { native } = writeEntry(client, shape, name, { ...server, disabled: false }, place);
  return native && readEntry(client, shape, native).server;
}
