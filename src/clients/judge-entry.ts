import type { Loss } from '../model/loss.ts';
import type { Server } from '../model/server.ts';
import { sameValue, type Value, type ValueMap } from '../model/value.ts';
import { type WantedEntry, wantedEntry } from './revise-entry.ts';
import type { Client, Place } from './types.ts';

export interface Judgement extends WantedEntry {
  /** Whether the client could use it. */
  readonly written: boolean;
  readonly losses: readonly Loss[];
  /** Whether the entry would not stay as it is. */
  readonly changes: boolean;
}

/** What writing a server into a document would do, without doing it; `putInto` does just that. */
export function judgeEntry(
  { client, place, root }: { readonly client: Client; readonly place: Place; readonly root: Value | undefined },
  name: string,
  server: Server,
  other?: ValueMap,
): Judgement {
  const wanted = wantedEntry(client, place, root, name, server, { other });
  const { existing, native } = wanted;
  return {
    ...wanted,
    written: native !== undefined,
    changes: native !== undefined && !sameValue(native, existing?.native),
  };
}
