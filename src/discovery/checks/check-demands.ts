import { type Demands, demands, type NumberRange } from '../../clients/demands.ts';
import type { Entry } from '../../clients/read-document.ts';
import type { ClientId } from '../../clients/registry.ts';
import type { Client, Place, Shape } from '../../clients/types.ts';
import { json } from '../../formats/json/index.ts';
import { contentStart } from '../../formats/layout.ts';
import type { Document } from '../../formats/types.ts';
import { type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { textsIn } from '../../model/diagnostics/texts.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { inferTransport, type Transport, transports } from '../../model/server.ts';
import { getOwn, isMap, type Path } from '../../model/value.ts';
import type { Report } from '../../validate/report.ts';

type JudgedEntry = Pick<Entry, 'name' | 'path' | 'native' | 'server'>;

/** Reports client-specific problems of a valid server that follow from the entry alone. */
export function checkDemands(client: Client, shape: Shape, entry: JudgedEntry, report: Report): void {
  reportName(client, entry, report);
  reportMissingType(client, shape, entry, report);
  reportTransport(client, entry, report);
  const wanted = demandsOf(client);
  if (!wanted) return;
  reportKeys(client, wanted, entry, report);
  reportValues(client, wanted, entry, report);
}

function demandsOf({ id }: Client): Demands | undefined {
  return demands[id as ClientId];
}

/** Reports names that the client reserves or does not accept. */
function reportName(client: Client, { name, path }: JudgedEntry, report: Report): void {
  const isReserved = client.names?.reserved?.includes(name) ?? false;
  const isOdd = client.names?.pattern?.test(name) === false;
  if (isReserved || isOdd) report('name-unusable', { name, client: client.name }, path, 'key');
}

/** Clients interpret a URL without a type differently; only some of them require the type. */
function reportMissingType(client: Client, shape: Shape, { path, native, server }: JudgedEntry, report: Report): void {
  const lens = shape.lenses.find((one) => one.required !== undefined);
  const [key] = lens?.keys ?? [];
  if (!lens || key === undefined || Object.hasOwn(native, key)) return;
  if (lens.required === 'with-url' && server.url === undefined) return;
  // Plugboard reads the type from alternative keys too, but the client does not.
  const other = lens.keys.find((one) => Object.hasOwn(native, one));
  report('type-missing', { key, client: client.name }, other === undefined ? path : [...path, other], 'key');
}

/** Reports transports that the client does not support. */
function reportTransport(client: Client, { path, native, server }: JudgedEntry, report: Report): void {
  const transport = inferTransport(server);
  if (client.transports.includes(transport)) return;
  const key = ['type', 'transport', 'url', 'uri', 'serverUrl', 'httpUrl'].find((one) => Object.hasOwn(native, one));
  const at = key === undefined ? path : [...path, key];
  report('transport-unsupported', { transport, client: client.name }, at, key === undefined ? 'key' : 'value');
}

/** Reports missing, conflicting and ignored keys. If a key is ignored, a token or an argument does not arrive. */
function reportKeys(
  { name: client }: Client,
  { excluded = {}, needed = [], foreign = [] }: Demands,
  { path, native, server }: JudgedEntry,
  report: Report,
): void {
  const has = (key: string): boolean => Object.hasOwn(native, key);
  for (const [beside, keys] of Object.entries(excluded))
    for (const key of has(beside) ? keys.filter(has) : [])
      report('keys-exclude', { key, beside, client }, [...path, key], 'key');
  for (const { key, of } of needed)
    if (!has(key) && (of === undefined || of === inferTransport(server)))
      report('key-missing', { key, client }, path, 'key');
  for (const key of foreign.filter(has)) report('key-ignored', { key, client }, [...path, key], 'key');
}

function reportValues(
  { name: client }: Client,
  { types, commandList, numbers = [] }: Demands,
  { path, native, server }: JudgedEntry,
  report: Report,
): void {
  const type = types && native[types.key ?? 'type'];
  // An unknown transport has its own diagnostic.
  const isKnown = transports.includes(server.transport as Transport);
  if (types && isKnown && typeof type === 'string' && !types.allowed.includes(type)) {
    const { key = 'type', allowed } = types;
    report('type-rejected', { type: maskLine(type), client, allowed }, [...path, key]);
  }
  if (commandList && typeof native['command'] === 'string')
    report('wrong-type', { field: 'command', expected: 'array', received: 'string' }, [...path, 'command']);
  for (const range of numbers) {
    const value = native[range.key];
    // A map of several timeouts is not checked here.
    if (value === undefined || typeof value === 'object' || fits(value, range)) continue;
    report('number-refused', { key: range.key, needs: inWords(range), client }, [...path, range.key]);
  }
}

function fits(value: unknown, { whole, min, max = Infinity }: NumberRange): boolean {
  return typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value));
}

function inWords({ whole, min, max }: NumberRange): string {
  const number = whole ? 'a whole number' : 'a number';
  return max === undefined ? `${number} of at least ${min}` : `${number} from ${min} to ${max}`;
}

/** Reports keys of the file without which the client uses none of its servers. */
export function checkFileKeys(client: Client, { value }: Pick<Document, 'value'>, report: Report): void {
  for (const key of demandsOf(client)?.fileKeys ?? []) {
    const there = isMap(value) ? getOwn(value, key) : undefined;
    if (typeof there !== 'string')
      report('file-key-missing', { key, client: client.name }, there === undefined ? [] : [key]);
  }
}

/** Reports valid syntax for which the client rejects the whole file. */
export function checkWholeFile(client: Client, { scope }: Place, document: Document, report: Report): Diagnostic[] {
  const { noReferenceInProject } = demandsOf(client) ?? {};
  if (noReferenceInProject && scope !== 'user') {
    for (const { path, text } of textsIn(document.value)) {
      const reference = noReferenceInProject.exec(text)?.[0];
      if (reference !== undefined) report('reference-refused', { reference, client: client.name }, path);
    }
  }
  return syntaxErrorsFor(client, document);
}

/** Returns syntax errors that the format does not have but the parser of the client does. */
export function syntaxErrorsFor(client: Client, { text }: Pick<Document, 'text'>): Diagnostic[] {
  const start = { line: 1, column: 1, offset: 0 };
  const hasMark = demandsOf(client)?.noByteOrderMark === true && contentStart(text) > 0 && text.trim() !== '';
  const mark = hasMark ? [diagnostic('byte-order-mark', {}, { range: { start, end: { ...start, offset: 1 } } })] : [];
  return [...mark, ...trailingCommas(client, text)];
}

function trailingCommas(client: Client, text: string): Diagnostic[] {
  // The regular expression avoids a second parse of most files.
  if (!demandsOf(client)?.noTrailingComma || !/,\s*(?:\/\/|\/\*|[\]}])/.test(text)) return [];
  return json.parse(text).diagnostics.filter(({ code }) => code === 'json-trailing-comma');
}

/** Maps a code to the more exact codes that make it redundant at the same path. */
const lessExact: Readonly<Partial<Record<Diagnostic['code'], readonly Diagnostic['code'][]>>> = {
  'transport-unsupported': ['unknown-transport', 'type-rejected'],
  'timeout-ignored': ['number-refused'],
  'field-unused': ['keys-exclude', 'key-ignored'],
};

/** The diagnostics of one entry without those that a more exact one makes redundant. */
export function mostExact(issues: readonly Diagnostic[]): readonly Diagnostic[] {
  const at = (path: Path = []): string => JSON.stringify(path);
  const isRedundant = ({ code, path }: Diagnostic): boolean => {
    const better = lessExact[code];
    return better !== undefined && issues.some((one) => better.includes(one.code) && at(one.path) === at(path));
  };
  return issues.length < 2 ? issues : issues.filter((issue) => !isRedundant(issue));
}
