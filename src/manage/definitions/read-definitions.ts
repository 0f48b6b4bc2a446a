import type { Entry } from '../../clients/read-document.ts';
import type { Client, Place } from '../../clients/types.ts';
import { checkedDocument } from '../../discovery/checks/checked-document.ts';
import type { Document } from '../../formats/types.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';

export interface Definitions {
  readonly entries: readonly Entry[];
  /** Issues in the servers and in the fields next to them. */
  readonly issues: readonly Diagnostic[];
}

/** Returns the validated servers of a client's document. Each invalid entry has an error in the diagnostics. */
export function readDefinitions(client: Client, document: Document, place: Place): Definitions {
  const { entries, issues } = checkedDocument(client, place, document);
  return {
    entries: entries.map(({ entry }) => entry),
    issues: [...issues, ...entries.flatMap((one) => one.issues)],
  };
}
