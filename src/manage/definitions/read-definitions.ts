import { containerPath, type Entry, readDocument, shapeOf } from '../../clients/read-document.ts';
import type { Client, Place } from '../../clients/types.ts';
import { checkContainer, checkEntry } from '../../discovery/check-entry.ts';
import type { Document } from '../../formats/types.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { positionAt } from '../../model/position.ts';
import { valueAt } from '../../model/value.ts';
import { collect, type Report } from '../../validate/report.ts';

export interface Definitions {
  readonly entries: readonly Entry[];
  /** Everything that is wrong with them, and with what stands beside them. */
  readonly findings: readonly Diagnostic[];
}

/** The servers in a document of a client, checked. An entry that cannot be a server has an error among the findings. */
export function readDefinitions(client: Client, document: Document, place: Place): Definitions {
  const { findings, report } = collect(document);
  const shape = shapeOf(client, document.value);
  const at = containerPath(client, shape, place);
  checkContainer(valueAt(document.value, at), shape, at, report);
  const entries = readDocument(client, document.value, place);
  for (const entry of entries) checkEntry(client, shape, entry, report);
  if (shape.listBy !== undefined) reportRepeats(document, entries, report);
  return { entries, findings };
}

/** A list can hold two entries of one name, which a map cannot. */
function reportRepeats(document: Document, entries: readonly Entry[], report: Report): void {
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const other = first.get(entry.name);
    if (!other) first.set(entry.name, entry);
    else {
      const firstLine = positionAt(document.text, document.locate(other.path)?.value.start ?? 0).line;
      report('duplicate-key', { key: entry.name, firstLine }, entry.path);
    }
  }
}
