import { locationOf } from '../clients/read-document.ts';
import type { Client, Place } from '../clients/types.ts';
import { checkedDocument } from '../discovery/checked-document.ts';
import { makeEntry } from '../discovery/entry.ts';
import { loadFormat } from '../formats/index.ts';
import type { Document, FormatId } from '../formats/types.ts';
import { type ValidationOptions, validateText } from '../manage/validate-text.ts';
import { type Diagnostic, isError } from '../model/diagnostic.ts';
import type { Host } from '../model/host.ts';
import { arrange } from './arrange.ts';
import { entryChecks } from './checks/index.ts';
import type { Finding, Subject } from './types.ts';

/**
 * Everything that can be said about a file from its text alone: what breaks the rules and, in a file of a client, what
 * that client does not accept. The doctor says the same of the file, besides what it sees on the machine.
 */
export async function examineText(
  host: Host,
  file: string,
  text: string,
  options: ValidationOptions,
): Promise<Diagnostic[]> {
  const findings = await validateText(file, text, options);
  const { client, place } = options;
  const location = client && place && locationOf(client, place);
  if (!location || location.unread) return findings;
  const document = (await loadFormat(options.format ?? location.format)).parse(text);
  if (document.diagnostics.some(isError)) return findings;
  const refused = entriesRefused(host, { client, place, file, document, format: options.format ?? location.format });
  const offset = ({ range }: Diagnostic): number => range?.start.offset ?? -1;
  return arrange([...findings, ...refused].map(alike)).toSorted((a, b) => offset(a) - offset(b));
}

interface ClientText {
  readonly client: Client;
  readonly place: Place;
  readonly file: string;
  readonly document: Document;
  readonly format: FormatId;
}

function entriesRefused(host: Host, { client, place, file, document, format }: ClientText): Finding[] {
  const location = locationOf(client, place);
  if (!location) return [];
  const source = { path: file, document, findings: [], rangeAt: () => undefined };
  const known = { client, location, scope: place.scope, file, source, distance: 0, off: false };
  const entries = checkedDocument(client, place, document, format).entries.map(({ entry, findings }): Subject => {
    const made = makeEntry({ ...entry, ...known, findings });
    return { entry: made, parts: [made] };
  });
  return entryChecks.flatMap((check) => [...check({ host, project: host.cwd, clients: [], entries, used: [] })]);
}

/** All are about one file of one client, so nothing else tells them apart. */
function alike({
  client: _,
  server: __,
  fix: ___,
  evidence: ____,
  ...finding
}: Diagnostic & Partial<Finding>): Finding {
  return { ...(finding as Diagnostic), evidence: [] };
}
