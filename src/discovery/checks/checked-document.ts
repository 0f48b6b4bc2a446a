import {
  containerPath,
  countItems,
  type Entry,
  locationOf,
  readDocument,
  shapeOf,
} from '../../clients/read-document.ts';
import { readEntry } from '../../clients/read-entry.ts';
import type { Client, Place } from '../../clients/types.ts';
import type { Document, FormatId } from '../../formats/types.ts';
import { type Diagnostic, diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import { positionAt } from '../../model/diagnostics/position.ts';
import { collect, type Report } from '../../validate/report.ts';
import { checkCatalogFields, checkCatalogRoot } from './check-catalog.ts';
import { checkDemands, checkFileKeys, checkWholeFile, mostExact } from './check-demands.ts';
import { checkContainer, checkEntry, reportTrust } from './check-entry.ts';
import { rejectingEntry } from './rejected-file.ts';

export interface CheckedEntry {
  readonly entry: Entry;
  readonly issues: readonly Diagnostic[];
}

export interface CheckedDocument {
  readonly entries: readonly CheckedEntry[];
  /** About the document as a whole, and about items that cannot be servers. */
  readonly issues: readonly Diagnostic[];
  /** The name of the entry because of which the client uses no server of the document. */
  readonly rejecting?: string;
  /** The client uses no server of the document, whatever its entries are. */
  readonly isRejected?: true;
}

/** Shared to save memory, because most entries have none. */
const none: readonly Diagnostic[] = [];

/** Every command reads every file, and needs about 0.1 ms for each server. */
const MOST_SERVERS = 10_000;

export interface CheckOptions {
  /** The format of the document, if it is not the format of the location. */
  readonly format?: FormatId | undefined;
  /** The client that owns the file; its rules apply instead of those of the reader. */
  readonly owner?: Client | undefined;
}

/**
 * The servers in a document of a client, with all diagnostics. Every check of a client file goes through this function,
 * so that all commands report the same. A document is checked once for each client and place; the result is shared.
 */
export function checkedDocument(
  client: Client,
  place: Place,
  document: Document,
  { format = locationOf(client, place)?.format, owner }: CheckOptions = {},
): CheckedDocument {
  const byClient = checked.get(document) ?? new Map<Client, Map<string, CheckedDocument>>();
  checked.set(document, byClient);
  const known = byClient.get(client) ?? new Map<string, CheckedDocument>();
  byClient.set(client, known);
  const key = JSON.stringify([place.scope, place.variant, place.project, format, owner?.id]);
  const result = known.get(key) ?? check(client, place, document, format, owner);
  known.set(key, result);
  return result;
}

const checked = new WeakMap<Document, Map<Client, Map<string, CheckedDocument>>>();

function check(
  client: Client,
  place: Place,
  document: Document,
  format: FormatId | undefined,
  owner: Client | undefined,
): CheckedDocument {
  const { issues, report } = collect(document);
  /** Returns the diagnostics reported since the last call. */
  const reported = (): readonly Diagnostic[] => (issues.length === 0 ? none : issues.splice(0));
  const shape = shapeOf(client, document.value);
  const count = countItems(client, document.value, place);
  if (count > MOST_SERVERS) {
    report('too-many-servers', { count, limit: MOST_SERVERS }, containerPath(client, shape, place));
    return { entries: [], issues: reported() };
  }
  const entries = readDocument(client, document.value, place).map((entry) => {
    checkEntry(client, shape, entry, report);
    if (place.scope === 'project') reportTrust(client, shape, entry, report);
    if (owner && owner !== client) return { entry, issues: withErrorsOf(owner, document, entry, reported()) };
    checkDemands(client, shape, entry, report);
    if (client.verbatim) checkCatalogFields(entry.name, entry.server, document.value, entry.path, report);
    return { entry, issues: mostExact(reported()) };
  });
  const at = containerPath(client, shape, place);
  checkContainer(document.value, shape, at, report, format === 'yaml');
  if (client.verbatim) checkCatalogRoot(document.value, report);
  if (shape.listBy !== undefined) reportRepeats(document, entries, report);
  // If the client does not read servers from this file, an empty file is valid.
  if (locationOf(client, place)?.unread) return { entries, issues: reported() };
  const blank = blankText(document, format);
  const beforeWhole = issues.length;
  const whole = checkWholeFile(client, place, document, report);
  if (entries.length > 0) checkFileKeys(client, document, report);
  const isRejected = whole.length > 0 || issues.length > beforeWhole;
  const rejecting = rejectingEntry(client, entries)?.entry;
  if (rejecting && entries.length > 1)
    report('file-rejected', { client: client.name, server: rejecting.name }, rejecting.path, 'key');
  const issuesOfFile = [...(blank ? [blank] : none), ...whole, ...reported()];
  return {
    entries,
    issues: issuesOfFile,
    ...(rejecting ? { rejecting: rejecting.name } : {}),
    ...(isRejected ? { isRejected: true as const } : {}),
  };
}

/** The diagnostics of an entry, plus the errors for which its owner rejects it. */
function withErrorsOf(
  owner: Client,
  document: Document,
  { name, path, native }: Entry,
  own: readonly Diagnostic[],
): readonly Diagnostic[] {
  const { issues, report } = collect(document);
  const shape = shapeOf(owner, document.value);
  const entry = { name, path, native, ...readEntry(owner, shape, native) };
  checkEntry(owner, shape, entry, report);
  checkDemands(owner, shape, entry, report);
  const isNew = ({ code, path: at }: Diagnostic): boolean =>
    !own.some((one) => one.code === code && String(one.path) === String(at));
  const refusals = mostExact(issues).filter((issue) => isError(issue) && isNew(issue));
  return mostExact([...own, ...refusals]);
}

/** Unlike a map, a list can contain two entries with the same name. */
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
 * An empty JSON file is an error, with or without comments: most clients reject it like a truncated file. In TOML and
 * YAML it is a document without keys.
 */
export function blankText({ text, value }: Document, format: FormatId | undefined): Diagnostic | undefined {
  if (value !== undefined || (format !== 'json' && format !== 'jsonc')) return undefined;
  const start = positionAt(text, 0);
  const args = { format: 'JSON', problem: 'the file is empty', hint: 'write {} or remove the file' };
  return diagnostic('syntax', args, { range: { start, end: start } });
}
