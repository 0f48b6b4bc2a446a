import { shapeOf } from '../clients/read-document.ts';
import { readEntry } from '../clients/read-entry.ts';
import type { Diagnostic, DiagnosticCode } from '../model/diagnostics/diagnostic.ts';
import { getOwn, isMap, setOwn, type Value, type ValueMap } from '../model/value.ts';
import { collect } from '../validate/report.ts';
import { checkDemands, mostExact } from './checks/check-demands.ts';
import { checkEntry } from './checks/check-entry.ts';
import { makeEntry } from './entry.ts';
import type { DiscoveredEntry } from './types.ts';

/** Merges entries as the client does; `parts` are sorted by descending precedence. */
export function mergeEntries(parts: readonly DiscoveredEntry[]): DiscoveredEntry {
  const { name, path, client, location, scope, file, source, distance } = parts[0] as DiscoveredEntry;
  const shape = shapeOf(client, source.document?.value);
  const native = parts.map((part) => part.native).reduceRight((below, above) => mergeMaps(below, above), {});
  const read = readEntry(client, shape, native);
  const entry = { name, path, native, ...read };
  const { issues, report } = collect(source.document);
  checkEntry(client, shape, entry, report);
  checkDemands(client, shape, entry, report);
  const placed = mostExact(issues).map((issue) => ({ ...issue, file }));
  return makeEntry(entry, { client, location, scope, file, source, distance, issues: placed });
}

/** Merges maps recursively; any other value of `above` replaces that of `below`. */
export function mergeMaps(below: ValueMap, above: ValueMap): ValueMap {
  const merged: ValueMap = {};
  for (const [key, value] of Object.entries(below)) setOwn(merged, key, value);
  for (const [key, value] of Object.entries(above)) setOwn(merged, key, mergeValues(getOwn(merged, key), value));
  return merged;
}

function mergeValues(below: Value | undefined, above: Value): Value {
  return isMap(below) && isMap(above) ? mergeMaps(below, above) : above;
}

/** Diagnostics that another part can resolve. */
const gaps: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'command-missing',
  'url-missing',
  'type-missing',
  'transport-inferred',
  'key-missing',
  'field-unused',
]);

/** Diagnostics that only the combination of valid parts may cause. */
const together: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'command-and-url',
  'keys-exclude',
  'transport-unsupported',
]);

/** The diagnostics that apply to a part of a merged entry. */
export function ofPart(issues: readonly Diagnostic[]): Diagnostic[] {
  return issues.filter(({ code }) => !gaps.has(code));
}

/** The diagnostics that apply only to the merged entry. */
export function ofWhole(issues: readonly Diagnostic[]): Diagnostic[] {
  return issues.filter(({ code }) => gaps.has(code) || together.has(code));
}
