import { containerPath, locationOf, readDocument, shapeOf } from '../clients/read-document.ts';
import type { Client, Place } from '../clients/types.ts';
import { checkContainer, checkEntry } from '../discovery/check-entry.ts';
import { formatOfFile, loadFormat } from '../formats/index.ts';
import type { Document, FormatId } from '../formats/types.ts';
import { type Diagnostic, isError } from '../model/diagnostic.ts';
import { valueAt } from '../model/value.ts';
import { checkDocument } from '../validate/document-rules.ts';
import { collect } from '../validate/report.ts';

export interface ValidationOptions {
  /** Whose file it is; without one the servers are looked for under the usual keys. */
  readonly client?: Client;
  readonly place?: Place;
  readonly format?: FormatId;
}

/** Everything that can be said about a file from its text alone. Starts and contacts nothing. */
export async function validateText(file: string, text: string, options: ValidationOptions = {}): Promise<Diagnostic[]> {
  const { client } = options;
  const where = options.place ?? { scope: client?.locations[0]?.scope ?? 'user' };
  const known = client && locationOf(client, where)?.format;
  const format = await loadFormat(options.format ?? known ?? formatOfFile(file));
  const document = format.parse(text);
  const broken = document.diagnostics.some(isError);
  const findings = broken
    ? []
    : client
      ? checkClientDocument(document, client, where)
      : checkDocument(document.value, document);
  const offset = (finding: Diagnostic): number => finding.range?.start.offset ?? -1;
  return [...document.diagnostics, ...findings]
    .toSorted((a, b) => offset(a) - offset(b))
    .map((finding) => ({ ...finding, file }));
}

function checkClientDocument(document: Document, client: Client, place: Place): Diagnostic[] {
  const { findings, report } = collect(document);
  const shape = shapeOf(client, document.value);
  const at = containerPath(client, shape, place);
  checkContainer(valueAt(document.value, at), shape, at, report);
  for (const entry of readDocument(client, document.value, place)) checkEntry(client, shape, entry, report);
  return findings;
}
