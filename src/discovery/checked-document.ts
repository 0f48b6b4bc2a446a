import { containerPath, type Entry, locationOf, readDocument, shapeOf } from '../clients/read-document.ts';
import { readEntry } from '../clients/read-entry.ts';
import type { Client, Place } from '../clients/types.ts';
import type { Document, FormatId } from '../formats/types.ts';
import { type Diagnostic, diagnostic, isError } from '../model/diagnostic.ts';
import { positionAt } from '../model/position.ts';
import { collect, type Report } from '../validate/report.ts';
import { checkDemands, checkWholeFile, mostExact } from './check-demands.ts';
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

export interface Judging {
  /** The format that the document was read in, where it is not that of the place. */
  readonly format?: FormatId | undefined;
  /** The client whose demands count instead of those of the reader, since the file is its own. */
  readonly owner?: Client | undefined;
}

/**
 * The servers in a document of a client, and everything that is wrong with it. Every part of the program that judges a
 * file of a client asks here, so that all of them give the same answer.
 */
export function checkedDocument(
  client: Client,
  place: Place,
  document: Document,
  { format = locationOf(client, place)?.format, owner }: Judging = {},
): CheckedDocument {
  const { findings, report } = collect(document);
  /** Takes what has been reported since the last time. */
  const reported = (): readonly Diagnostic[] => (findings.length === 0 ? none : findings.splice(0));
  const shape = shapeOf(client, document.value);
  const entries = readDocument(client, document.value, place).map((entry) => {
    checkEntry(client, shape, entry, report);
    if (owner && owner !== client) return { entry, findings: withErrorsOf(owner, document, entry, reported()) };
    checkDemands(client, shape, entry, report);
    return { entry, findings: mostExact(reported()) };
  });
  const at = containerPath(client, shape, place);
  checkContainer(document.value, shape, at, report, format === 'yaml');
  if (shape.listBy !== undefined) reportRepeats(document, entries, report);
  // Where a client does not look for servers, a file without a value lacks nothing.
  if (locationOf(client, place)?.unread) return { entries, findings: reported() };
  const blank = blankText(document, format);
  const whole = checkWholeFile(client, place, document, report);
  return { entries, findings: [...(blank ? [blank] : none), ...whole, ...reported()] };
}

/** The findings about an entry and, besides, for what its owner refuses it. */
function withErrorsOf(
  owner: Client,
  document: Document,
  { name, path, native }: Entry,
  own: readonly Diagnostic[],
): readonly Diagnostic[] {
  const { findings, report } = collect(document);
  const shape = shapeOf(owner, document.value);
  const entry = { name, path, native, ...readEntry(owner, shape, native) };
  checkEntry(owner, shape, entry, report);
  checkDemands(owner, shape, entry, report);
  const isNew = ({ code, path: at }: Diagnostic): boolean =>
    !own.some((one) => one.code === code && String(one.path) === String(at));
  const refusals = mostExact(findings).filter((finding) => isError(finding) && isNew(finding));
  return mostExact([...own, ...refusals]);
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

/**
 * JSON needs a value, with or without comments: most clients refuse a file that has none, as one that was cut off. TOML
 * and YAML take it for a document without keys.
 */
export function blankText({ text, value }: Document, format: FormatId | undefined): Diagnostic | undefined {
  if (value !== undefined || (format !== 'json' && format !== 'jsonc')) return undefined;
  const start = positionAt(text, 0);
  const args = { format: 'JSON', problem: 'the file is empty', hint: 'write {} or remove the file' };
  return diagnostic('syntax', args, { range: { start, end: start } });
}
