import type { Loss } from '../model/diagnostics/loss.ts';
import type { Server } from '../model/server.ts';
import { sameValue, type Value, type ValueMap } from '../model/value.ts';
import { type WantedEntry, wantedEntry } from './revise-entry.ts';
import type { Client, Place } from './types.ts';

export interface EntryPreview extends WantedEntry {
  /** Whether the client can use the server. */
  readonly written: boolean;
  readonly losses: readonly Loss[];
  /** Whether the entry would change. */
  readonly changes: boolean;
}

/** Previews what `putInto` would do with a server, without changing the document. */
export function previewEntry(
  { client, place, root }: { readonly client: Client; readonly place: Place; readonly root: Value | undefined },
  name: string,
  server: Server,
  other?: ValueMap,
): EntryPreview {
  const wanted = wantedEntry(client, place, root, name, server, { other });
  const { existing, native } = wanted;
  return {
    ...wanted,
    written: native !== undefined,
    changes: native !== undefined && !sameValue(native, existing?.native),
  };
}
