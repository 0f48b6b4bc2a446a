import { withInputDefinitionsOf } from '../../clients/inputs.ts';
import { shapeOf } from '../../clients/read-document.ts';
import { readEntry } from '../../clients/read-entry.ts';
import { hasSwitchInEntry, holdsForOneProject, switchOf } from '../../clients/switches.ts';
import type { Client, Place } from '../../clients/types.ts';
import { writeEntry } from '../../clients/write-entry.ts';
import { type Loss, refusalIn } from '../../model/diagnostics/loss.ts';
import type { Server } from '../../model/server.ts';
import type { Value, ValueMap } from '../../model/value.ts';

/** A definition as a client can express it. */
export interface ClientView {
  /** Undefined if the client cannot use the server. */
  readonly server: Server | undefined;
  readonly losses: readonly Loss[];
  /** Why the client cannot use it. */
  readonly why?: string;
  /** Whether that is only because Plugboard is not installed. */
  readonly isNotInstalled?: boolean;
}

/**
 * Writes a definition for a client and reads it back: what is lost on the way cannot be a difference later. `other` is
 * the entry with which the client merges it.
 */
export function viewIn(
  client: Client,
  place: Place,
  root: Value | undefined,
  name: string,
  { disabled, ...server }: Server,
  other?: ValueMap,
): ClientView {
  const shape = shapeOf(client, root);
  const { native, losses } = writeEntry(client, shape, name, server, place, { other });
  if (!native) return { server: undefined, losses, why: refusalIn(losses)?.why ?? '' };
  const { disabled: _, ...plain } = readEntry(client, shape, native).server;
  const read = withInputDefinitionsOf(server, client, plain);
  return { server: disabled ? { ...read, disabled: true } : read, losses };
}

/** Whether a disabled server has to leave the file: the client has no switch, or one that holds for a single project. */
export function isParkedWhenOff(client: Client, place: Place, root: Value | undefined): boolean {
  const shape = shapeOf(client, root);
  if (hasSwitchInEntry(shape)) return false;
  return !switchOf(client, place) || holdsForOneProject(client, place, shape);
}

/** What was written for another client that reads the same file, as this client reads it. */
export function asReadBy(
  client: Client,
  written: Client,
  place: Place,
  root: Value | undefined,
  server: Server,
): Server {
  if (client === written) return server;
  const { disabled, ...on } = server;
  const { native } = writeEntry(written, shapeOf(written, root), '', on, place, { present: on });
  if (!native) return server;
  const { disabled: _, ...read } = readEntry(client, shapeOf(client, root), native).server;
  return disabled ? { ...read, disabled } : read;
}
