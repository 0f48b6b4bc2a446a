import type { Entry } from '../../clients/read-document.ts';
import type { Client, Place } from '../../clients/types.ts';
import { checkedDocument } from '../../discovery/checked-document.ts';
import type { Document } from '../../formats/types.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';

export interface Definitions {
  readonly entries: readonly Entry[];
  /** Everything that is wrong with them, and with what stands beside them. */
  readonly findings: readonly Diagnostic[];
}

/** The servers in a document of a client, checked. An entry that cannot be a server has an error among the findings. */
export function readDefinitions(client: Client, document: Document, place: Place): Definitions {
  const { entries, findings } = checkedDocument(client, place, document);
  return {
    entries: entries.map(({ entry }) => entry),
    findings: [...findings, ...entries.flatMap((one) => one.findings)],
  };
}
