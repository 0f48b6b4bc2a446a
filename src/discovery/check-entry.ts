import type { Entry } from '../clients/read-document.ts';
import type { Client, Shape } from '../clients/types.ts';
import { inferTransport } from '../model/server.ts';
import { isMap, type Path, type Value, valueAt, type ValueMap } from '../model/value.ts';
import { kindOf } from '../validate/field-types.ts';
import type { Report } from '../validate/report.ts';
import { checkServer } from '../validate/server-rules.ts';
import { sharedFiles } from './providers.ts';

/** What is wrong with an entry, given what its client needs. */
export function checkEntry(client: Client, shape: Shape, entry: Entry, report: Report): void {
  const { name, path, native, server, ignored } = entry;
  const asWritten: Report = (code, args, canonical, side) =>
    report(code, args, [...path, ...nativePath(shape, canonical.slice(1), native)], side);
  // Elsewhere a missing type is the client's to judge; in our own file it is a guess worth a warning.
  const judged = client.verbatim ? server : { ...server, transport: server.transport ?? inferTransport(server) };
  checkServer(judged as Value, [name], asWritten);
  reportMissingType(client, shape, entry, report);
  // A file that belongs to no program ignores nothing; those of its readers that do are named by their own reading.
  const deaf = client.id === sharedFiles.reader ? [] : ignored;
  for (const key of deaf) report('key-ignored', { key, client: client.name }, [...path, key], 'key');
  if (!client.references.syntax && !client.verbatim) reportUnexpanded(client, native, path, report);
}

/** Something that leaves no room for servers, or things in their place that cannot be servers. */
export function checkContainer(
  root: Value | undefined,
  shape: Shape,
  at: Path,
  report: Report,
  isNullEmpty: boolean,
): void {
  checkWay(root, shape, at, report, isNullEmpty);
  const { listBy } = shape;
  const container = valueAt(root, at) ?? null;
  for (const [step, value] of stepsOf(container)) {
    if (!isMap(value)) wrongKind(String(step), 'object', value, [...at, step], report);
    else if (Array.isArray(container) && listBy !== undefined && isNameless(value, listBy, shape))
      wrongKind(listBy, 'string', value[listBy], [...at, step, listBy], report);
  }
}

function isNameless(value: ValueMap, listBy: string, { isServer }: Shape): boolean {
  return typeof value[listBy] !== 'string' && isServer?.(value) !== false;
}

/** Something on the way to the servers that leaves no room for them. What is empty can be filled. */
export function checkWay(root: Value | undefined, shape: Shape, at: Path, report: Report, isNullEmpty = true): void {
  for (let depth = 0; depth <= at.length; depth += 1) {
    const path = at.slice(0, depth);
    const value = valueAt(root, path);
    if (value === undefined || (value === null && isNullEmpty)) return;
    const isList = depth === at.length && shape.listBy !== undefined;
    if (isList ? Array.isArray(value) : isMap(value)) continue;
    const field = depth === 0 ? 'the document' : path.join('.');
    return wrongKind(field, isList ? 'array' : depth === 0 ? 'object' : 'record', value, path, report);
  }
}

function wrongKind(field: string, expected: string, value: Value | undefined, path: Path, report: Report): void {
  report('wrong-type', { field, expected, received: kindOf(value) }, path);
}

/** Where a canonical field stands in this client's entries. */
function nativePath(shape: Shape, [field, ...rest]: Path, native: ValueMap): Path {
  if (field === undefined) return [];
  const keys = shape.lenses.filter((one) => one.fields.includes(String(field))).flatMap((lens) => lens.keys);
  return [keys.find((key) => Object.hasOwn(native, key)) ?? keys[0] ?? field, ...rest];
}

/** What an address without a type means differs between clients; only some cannot do without. */
function reportMissingType(client: Client, shape: Shape, { path, native, server }: Entry, report: Report): void {
  const lens = shape.lenses.find((one) => one.required !== undefined);
  const [key] = lens?.keys ?? [];
  if (!lens || key === undefined || Object.hasOwn(native, key)) return;
  if (lens.required === 'with-url' && server.url === undefined) return;
  // We read the type under other keys too, which the client does not.
  const other = lens.keys.find((one) => Object.hasOwn(native, one));
  report('type-missing', { key, client: client.name }, other === undefined ? path : [...path, other], 'key');
}

const REFERENCE = /\$\{(?:env:)?[A-Za-z_]\w*(?::-[^}]*)?\}/;

/** References that this client would pass on as plain text. */
function reportUnexpanded(client: Client, value: Value, path: Path, report: Report): void {
  if (typeof value === 'string') {
    const found = REFERENCE.exec(value);
    if (found) report('reference-unexpanded', { reference: found[0], client: client.name }, path);
  } else if (typeof value === 'object') {
    for (const [step, item] of stepsOf(value)) reportUnexpanded(client, item, [...path, step], report);
  }
}

function stepsOf(value: Value): [string | number, Value][] {
  if (Array.isArray(value)) return [...value.entries()];
  return isMap(value) ? Object.entries(value) : [];
}
