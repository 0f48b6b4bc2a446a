import { clientOfFile } from '../clients/client-of-file.ts';
import { locationOf } from '../clients/read-document.ts';
import type { Client, Place } from '../clients/types.ts';
import { blankText, checkedDocument } from '../discovery/checks/checked-document.ts';
import { distinct } from '../discovery/discover.ts';
import { isUsable } from '../discovery/parsed-files.ts';
import { formatOfFile } from '../formats/format-of-file.ts';
import { loadFormat } from '../formats/index.ts';
import type { Document, FormatId } from '../formats/types.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { checkDocument } from '../validate/document-rules.ts';

export interface ValidationOptions {
  /** The client of the file; without one, servers are looked for under the usual keys. */
  readonly client?: Client;
  readonly place?: Place;
  readonly format?: FormatId;
}

/** Returns all issues that a file's text alone reveals. Starts and contacts nothing. */
export async function validateText(file: string, text: string, options: ValidationOptions = {}): Promise<Diagnostic[]> {
  const format = options.format ?? (options.client ? undefined : formatOfName(file));
  const issues = await checkText(text, { ...options, ...(format ? { format } : {}) });
  return issues.map((issue) => ({ ...issue, file }));
}

/** A file named like one of a client has the format of that file, so comments are allowed where the client allows them. */
function formatOfName(file: string): FormatId {
  const owner = clientOfFile(file);
  return (owner && locationOf(owner.client, owner.place)?.format) ?? formatOfFile(file);
}

/** Returns all issues of a text without a file, in text order. It is parsed as JSON unless the options name a format. */
export async function checkText(text: string, options: ValidationOptions = {}): Promise<Diagnostic[]> {
  const { client } = options;
  const where = options.place ?? { scope: client?.locations[0]?.scope ?? 'user' };
  const id = options.format ?? (client && locationOf(client, where)?.format) ?? 'json';
  const document = (await loadFormat(id)).parse(text);
  const broken = !isUsable(document, id);
  const issues = broken
    ? []
    : client
      ? checkClientDocument(document, client, where, id)
      : checkPlainDocument(document, id);
  const offset = (issue: Diagnostic): number => issue.range?.start.offset ?? -1;
  return [...document.diagnostics, ...issues].toSorted((a, b) => offset(a) - offset(b));
}

function checkClientDocument(document: Document, client: Client, place: Place, format: FormatId): Diagnostic[] {
  const found = placesIn(client, place).flatMap((one) => {
    const { entries, issues } = checkedDocument(client, one, document, { format });
    return [...issues, ...entries.flatMap((entry) => entry.issues)];
  });
  return distinct(found);
}

/** Some clients keep servers of several scopes in one file. */
function placesIn(client: Client, place: Place): Place[] {
  const paths = locationOf(client, place)?.paths;
  const { project } = place;
  const others = client.locations.filter(
    (one) => paths !== undefined && one.paths === paths && one.scope !== place.scope && project !== undefined,
  );
  return [place, ...others.map(({ scope }) => ({ scope, ...(project === undefined ? {} : { project }) }))];
}

function checkPlainDocument(document: Document, format: FormatId): Diagnostic[] {
  const blank = blankText(document, format);
  if (blank) return [blank];
  return document.text.trim() === '' ? [] : checkDocument(document.value, document);
}
