import type { Entry } from '../../clients/read-document.ts';
import { readEntry } from '../../clients/read-entry.ts';
import type { Client, Shape } from '../../clients/types.ts';
import { type Diagnostic, type DiagnosticCode, isError } from '../../model/diagnostics/diagnostic.ts';
import type { ValueMap } from '../../model/value.ts';
import { collect } from '../../validate/report.ts';
import { ofPart } from '../merge-entries.ts';
import { checkDemands, mostExact } from './check-demands.ts';
import { checkEntry } from './check-entry.ts';

/** Problems that the client itself detects when it reads an entry. */
const readByClient: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'wrong-type',
  'type-missing',
  'type-rejected',
  'unknown-transport',
  'command-missing',
  'url-missing',
  'command-and-url',
  'merged-command-and-url',
  'keys-exclude',
  'key-missing',
  'number-refused',
  'file-reference-missing',
  'reference-refused',
]);

/** Whether the client rejects an entry because of this issue. */
export function isReadByClient(issue: Diagnostic): boolean {
  return isError(issue) && readByClient.has(issue.code);
}

interface CheckedItem {
  readonly entry: Pick<Entry, 'name' | 'path' | 'native'>;
  readonly issues: readonly Diagnostic[];
}

/** The first entry because of which the client uses no server of the file, if there is one. */
export function rejectingEntry<T extends CheckedItem>(client: Client, entries: readonly T[]): T | undefined {
  if (client.behavior?.invalidEntryCosts === undefined) return undefined;
  return entries.find(({ entry, issues }) => issues.length > 0 && rejection(client, entry.native, issues));
}

/** The issue because of which the client would reject the whole file if it had this entry. */
export function rejectionOf(client: Client, shape: Shape, name: string, native: ValueMap): Diagnostic | undefined {
  if (client.behavior?.invalidEntryCosts === undefined) return undefined;
  const { issues, report } = collect();
  const entry = { name, path: [name], native, ...readEntry(client, shape, native) };
  checkEntry(client, shape, entry, report);
  checkDemands(client, shape, entry, report);
  return rejection(client, native, mostExact(issues));
}

function rejection(client: Client, native: ValueMap, issues: readonly Diagnostic[]): Diagnostic | undefined {
  // An entry that only adds to one in another file, such as a switch, need not be complete.
  const isAddition = client.merge === 'fields' && !['command', 'url', 'type'].some((key) => Object.hasOwn(native, key));
  return (isAddition ? ofPart(issues) : issues).find(isReadByClient);
}
