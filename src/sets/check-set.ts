import { clients } from '../clients/registry.ts';
import { setClientId } from '../clients/well-known.ts';
import { checkedDocument } from '../discovery/checks/checked-document.ts';
import { json } from '../formats/json/index.ts';
import type { Document } from '../formats/types.ts';
import { type Diagnostic, isError } from '../model/diagnostics/diagnostic.ts';
import type { Server } from '../model/server.ts';
import { setOwn, valueAt } from '../model/value.ts';
import { isText } from '../validate/field-types.ts';
import { collect } from '../validate/report.ts';

export interface CheckedSet {
  readonly document: Document;
  readonly servers: Readonly<Record<string, Server>>;
  /** In the order of the text. */
  readonly issues: readonly Diagnostic[];
}

/**
 * The servers in the text of a set, with diagnostics. The text is checked as Claude Code reads its own file: it refuses
 * to start with a file that has a comment or a trailing comma. A `url` without `type` is not reported, because the type
 * is added before Claude Code gets the file.
 */
export function checkSet(text: string): CheckedSet {
  const document = json.parse(text);
  const servers: Record<string, Server> = {};
  if (document.diagnostics.some(isError)) return { document, servers, issues: document.diagnostics };
  const { entries, issues } = checkedDocument(clients[setClientId], { scope: 'user' }, document);
  for (const { entry } of entries) setOwn(servers, entry.name, entry.server);
  const inEntries = entries.flatMap((one) => one.issues).filter(({ code }) => code !== 'type-missing');
  const all = [...document.diagnostics, ...issues, ...inEntries, ...checkDescription(document)];
  const offset = ({ range }: Diagnostic): number => range?.start.offset ?? -1;
  return { document, servers, issues: all.toSorted((a, b) => offset(a) - offset(b)) };
}

function checkDescription(document: Document): readonly Diagnostic[] {
  const { issues, report } = collect(document);
  const description = valueAt(document.value, ['description']);
  if (description !== undefined) isText(description, ['description'], report);
  return issues;
}
