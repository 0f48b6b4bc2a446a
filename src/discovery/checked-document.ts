import { containerPath, type Entry, locationOf, readDocument, shapeOf } from '../clients/read-document.ts';
import type { Client, Place } from '../clients/types.ts';
import type { Document, FormatId } from '../formats/types.ts';
import { type Diagnostic, diagnostic } from '../model/diagnostic.ts';
import { positionAt } from '../model/position.ts';
import { collect, type Report } from '../validate/report.ts';
import { checkContainer, checkEntry } from './check-entry.ts';

/** An entry of a document and what is wrong with it. */
export interface CheckedEntry {
  readonly entry: Entry;
  readonly findings: readonly Diagnostic[];
}

export interface CheckedDocument {
  readonly entries: readonly CheckedEntry[];
  /** About the document as a whole, and about items that cannot be servers. */
  readonly findings: readonly Diagnostic[];
}

/** Shared by the many that have none. */
const none: readonly Diagnostic[] = [];

/**
 * The servers in a document of a client, and everything that is wrong with it. Every part of the program that judges a
 * file of a client asks here, so that all of them give the same answer.
 */
export function checkedDocument(
  client: Client,
  place: Place,
  document: Document,
  format: FormatId | undefined = locationOf(client, place)?.format,
): CheckedDocument {
  const { findings, report } = collect(document);
  /** Takes what has been reported since the last time. */
  const reported = (): readonly Diagnostic[] => (findings.length === 0 ? none : findings.splice(0));
  const shape = shapeOf(client, document.value);
  const entries = readDocument(client, document.value, place).map((entry) => {
    checkEntry(client, shape, entry, report);
    return { entry, findings: reported() };
  });
  const at = containerPath(client, shape, place);
  checkContainer(document.value, shape, at, report, format === 'yaml');
  if (shape.listBy !== undefined) reportRepeats(document, entries, report);
  const empty = emptyText(document, format === 'json' || client.verbatim === true);
  return { entries, findings: empty ? [empty, ...reported()] : reported() };
}

/** A list can hold two entries of one name, which a map cannot. */
function reportRepeats(document: Document, entries: readonly CheckedEntry[], report: Report): void {
  const first = new Map<string, Entry>();
  for (const { entry } of entries) {
    const other = first.get(entry.name);
    if (!other) first.set(entry.name, entry);
    else {
      const firstLine = positionAt(document.text, document.locate(other.path)?.value.start ?? 0).line;
      report('duplicate-key', { key: entry.name, firstLine }, entry.path);
    }
  }
}

/** Strict JSON needs a value, so its readers refuse an empty file. Other formats take it for a document without keys. */
export function emptyText({ text, value }: Document, isStrict: boolean): Diagnostic | undefined {
  if (!isStrict || value !== undefined) return undefined;
  const start = positionAt(text, 0);
  const args = { format: 'JSON', problem: 'the file is empty', hint: 'write {} or remove the file' };
  return diagnostic('syntax', args, { range: { start, end: start } });
}
