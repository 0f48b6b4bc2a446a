import { locationOf } from '../clients/read-document.ts';
import type { Client, Place } from '../clients/types.ts';
import { formatOfFile, loadFormat } from '../formats/index.ts';
import type { FormatId } from '../formats/types.ts';
import { type Diagnostic, isError } from '../model/diagnostic.ts';
import { checkDocument } from '../validate/document-rules.ts';
import { readDefinitions } from './definitions/read-definitions.ts';

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
      ? readDefinitions(client, document, where).findings
      : checkDocument(document.value, document);
  const offset = (finding: Diagnostic): number => finding.range?.start.offset ?? -1;
  return [...document.diagnostics, ...findings]
    .toSorted((a, b) => offset(a) - offset(b))
    .map((finding) => ({ ...finding, file }));
}
