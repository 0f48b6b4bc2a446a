import { containerPath, locationOf, readDocument, shapeOf } from '../clients/read-document.ts';
import type { Client, Place, Shape } from '../clients/types.ts';
import { formatOfFile, loadFormat } from '../formats/index.ts';
import type { Document, FormatId } from '../formats/types.ts';
import { type Diagnostic, isError } from '../model/diagnostic.ts';
import { inferTransport, type Server } from '../model/server.ts';
import { isMap, type Path, type Value, valueAt } from '../model/value.ts';
import { checkDocument } from '../validate/document-rules.ts';
import { collect, type Report } from '../validate/report.ts';
import { checkServer } from '../validate/server-rules.ts';

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
  for (const { name, path, server, ignored } of readDocument(client, document.value, place)) {
    const native: Report = (code, args, canonical, side) =>
      report(code, args, [...path, ...nativePath(shape, canonical.slice(1))], side);
    // Elsewhere a missing type is the client's to judge; in our own file it is a guess worth a warning.
    const judged = client.verbatim ? server : { ...server, transport: server.transport ?? inferTransport(server) };
    checkServer(judged as Value, [name], native);
    reportMissingType(client, shape, path, valueAt(document.value, path), server, report);
    for (const key of ignored) report('key-ignored', { key, client: client.name }, [...path, key], 'key');
    reportUnexpanded(client, valueAt(document.value, path), path, report);
  }
  return findings;
}

/** Things in the place of servers that cannot be servers. */
function checkContainer(container: Value | undefined, shape: Shape, at: Path, report: Report): void {
  const expected = shape.listBy === undefined ? 'record' : 'array';
  const steps: [string | number, Value][] = Array.isArray(container)
    ? [...container.entries()]
    : isMap(container)
      ? Object.entries(container)
      : [];
  const fits = shape.listBy === undefined ? isMap(container) : Array.isArray(container);
  if (container !== undefined && !fits)
    report(
      'wrong-type',
      { field: at.join('.'), expected, received: Array.isArray(container) ? 'array' : typeof container },
      at,
    );
  for (const [step, value] of steps) {
    if (!isMap(value))
      report('wrong-type', { field: String(step), expected: 'object', received: typeof value }, [...at, step]);
  }
}

/** Where a canonical field stands in this client's entries. */
function nativePath(shape: Shape, canonical: Path): Path {
  const [field, ...rest] = canonical;
  const lens = shape.lenses.find((one) => one.fields.includes(String(field)));
  const key = lens?.keys[0] ?? field;
  return key === undefined ? [] : [key, ...rest];
}

/** What an address without a type means differs between clients; only some cannot do without. */
function reportMissingType(
  client: Client,
  shape: Shape,
  path: Path,
  native: Value | undefined,
  server: Server,
  report: Report,
): void {
  const lens = shape.lenses.find((one) => one.required !== undefined);
  const [key] = lens?.keys ?? [];
  const named = lens?.keys.some((one) => isMap(native) && Object.hasOwn(native, one)) ?? true;
  if (key === undefined || named || (lens?.required === 'with-url' && server.url === undefined)) return;
  report('type-missing', { key, client: client.name }, path, 'key');
}

/** References that this client would pass on as plain text. */
function reportUnexpanded(client: Client, native: Value | undefined, path: Path, report: Report): void {
  if (client.references.syntax || client.id === 'canonical') return;
  if (isMap(native) || Array.isArray(native)) {
    const steps: [string | number, Value][] = Array.isArray(native) ? [...native.entries()] : Object.entries(native);
    for (const [step, value] of steps) reportUnexpanded(client, value, [...path, step], report);
  } else if (typeof native === 'string') {
    const found = /\$\{(?:env:)?[A-Za-z_]\w*(?::-[^}]*)?\}/.exec(native);
    if (found) report('reference-unexpanded', { reference: found[0], client: client.name }, path);
  }
}
