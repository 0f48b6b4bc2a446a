import { withInputDefinitions } from '../../clients/inputs.ts';
import { switchedOff } from '../../clients/read-document.ts';
import { readEntry } from '../../clients/read-entry.ts';
import type { ClientId } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { checkEntry } from '../../discovery/checks/check-entry.ts';
import type { FormatId } from '../../formats/types.ts';
import { type Diagnostic, type DiagnosticCode, isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { rangeOf } from '../../model/diagnostics/position.ts';
import { inferTransport, transports } from '../../model/server.ts';
import { getOwn, type Path, type Value, valueAt, type ValueMap } from '../../model/value.ts';
import { requireMap } from '../../validate/field-types.ts';
import { collect, type Report, type Source } from '../../validate/report.ts';
import { withoutIgnored } from '../definitions/usable-server.ts';
import { findServers, type Group, type NativeEntry } from './find-servers.ts';
import { modernize } from './older-spellings.ts';
import { type Dialect, recognizeDialect, unknownKeys, unknownTransport } from './recognize-dialect.ts';
import { isRegistryDocument, readRegistryDocument } from './registry-document.ts';
import { splitCommand } from './split-command.ts';
import type { Draft, Reading } from './types.ts';

export interface ServersText {
  readonly value: Value | undefined;
  readonly format: FormatId;
  /** Positions of the values, if known. */
  readonly source?: Source;
  /** The client that the text claims to be for. */
  readonly said?: ClientId;
}

/** Issues irrelevant for another client, and name issues, which are reported once names are final. */
const unimportant: readonly DiagnosticCode[] = [
  'type-missing',
  'reference-unexpanded',
  'transport-inferred',
  'name-empty',
  'name-characters',
  'name-too-long',
];

/** Errors reported per group: locating each one scans all entries before it. */
const MAX_REPORTED = 500;
const MAX_ERRORS = 20;

/** A larger text is not a user's configuration, and each entry costs time in every later step. */
export const MOST_SERVERS = 500;

function refuseMany(groups: readonly Group[]): void {
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count <= MOST_SERVERS) return;
  const why = `This text holds ${count.toLocaleString('en')} servers, more than the ${MOST_SERVERS} that are read at once`;
  throw new PlugboardError('paste-unrecognized', { why, diagnostics: [] });
}

/** Returns every server in a parsed text, for any client. */
export function readServers({ value, format, source, said }: ServersText): Reading {
  const kind = format === 'jsonc' ? 'json' : format;
  if (isRegistryDocument(value)) return readRegistryDocument(value);
  const groups = findServers(value);
  refuseMany(groups);
  const readings = groups.map((found) => {
    const group = { ...found, entries: found.entries.map((one) => ({ ...one, native: modernize(one.native) })) };
    const dialect = recognizeDialect(group, format, said);
    const off = namesSwitchedOff(dialect.client, value, group);
    const located = group.entries.length <= MAX_REPORTED ? source : undefined;
    const { issues, report } = collect(located);
    for (const { path, value } of group.strays) requireMap(value, path, report);
    const root = valueAt(value, group.base);
    const drafts = group.entries.flatMap((entry) => readOne(dialect, entry, { off, root }, located, report));
    return { drafts, issues: located || !source ? issues : firstErrors(issues, source) };
  });
  return {
    kind,
    drafts: readings.flatMap(({ drafts }) => drafts),
    diagnostics: readings.flatMap(({ issues }) => issues).filter(({ code }) => !unimportant.includes(code)),
  };
}

function readOne(
  dialect: Dialect,
  entry: NativeEntry,
  { off, root }: { readonly off: readonly Value[]; readonly root: Value | undefined },
  source: Source | undefined,
  report: Report,
): Draft[] {
  const { id, client, shape } = dialect;
  const { name, path, native } = entry;
  if (shape.isServer?.(native) === false) return [];
  const read = readEntry(client, shape, native);
  const defined = withInputDefinitions(client, root, read.server);
  const switched = off.includes(name ?? '') ? { ...defined, disabled: true } : defined;
  const server = splitCommand(switched, id);
  checkEntry(client, shape, { name: name ?? 'server', path, native, ...read, server }, report);
  const word = unknownTransport(dialect, native);
  // Where the server shows the word, it has already been reported.
  if (word && getOwn(server as ValueMap, word.key) !== native[word.key])
    report('unknown-transport', { received: word.shown, allowed: transports }, [...path, word.key]);
  for (const key of unknownKeys(client, shape, native, server))
    report('key-ignored', { key, client: client.name }, [...path, key], 'key');
  const target: unknown = inferTransport(server) === 'stdio' ? server.command : server.url;
  if (target === undefined) return [];
  const at = offsetOf(source, path);
  const usable = withoutIgnored(name ?? 'server', server).server;
  return [{ ...(name === undefined ? {} : { name }), server: usable, dialect: id, at }];
}

function firstErrors(issues: readonly Diagnostic[], source: Source): Diagnostic[] {
  const errors = issues.filter(isError).slice(0, MAX_ERRORS);
  return errors.map((issue) => {
    const found = source.locate(issue.path ?? []);
    return found ? { ...issue, range: rangeOf(source.text, found.value) } : issue;
  });
}

/** Names in the client's list of disabled servers, when its whole file was pasted. */
function namesSwitchedOff(client: Client, root: Value | undefined, { container, base }: Group): Value[] {
  if (container === undefined || base.length > 0) return [];
  const scopes = client.locations.filter(({ atProject }) => !atProject).map(({ scope }) => scope);
  return scopes.flatMap((scope) => switchedOff(client, root, { scope }));
}

function offsetOf(source: Source | undefined, path: Path): number {
  const found = source?.locate(path);
  return found?.key?.start ?? found?.value.start ?? 0;
}

/** Diagnostics for a text without positions in the pasted text. */
export function withoutPlaces(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map(({ range: _range, path: _path, ...issue }) => issue as Diagnostic);
}
