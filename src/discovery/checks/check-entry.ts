import type { Entry } from '../../clients/read-document.ts';
import { commonSwitchKeys } from '../../clients/read-entry.ts';
import type { Client, Shape } from '../../clients/types.ts';
import { sharedFileReader } from '../../clients/well-known.ts';
import type { DiagnosticArgs, DiagnosticCode } from '../../model/diagnostics/diagnostic.ts';
import { canonicalFields } from '../../model/fields/canonical-fields.ts';
import { trustFields } from '../../model/fields/effective-fields.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { isMap, type Path, type Value, valueAt, type ValueMap } from '../../model/value.ts';
import { kindOf, requireMap } from '../../validate/field-types.ts';
import type { Report } from '../../validate/report.ts';
import { checkServer } from '../../validate/server-rules.ts';

/** Reports all problems of an entry as its client reads it. */
export function checkEntry(client: Client, shape: Shape, entry: Omit<Entry, 'off'>, report: Report): void {
  const { name, path, native, server, ignored, mismatches } = entry;
  const asWritten: Report = (code, args, canonical, side) =>
    report(
      code,
      client.verbatim ? args : withClientTypes(shape, native, code, args),
      [...path, ...nativePath(shape, native, canonical.slice(1))],
      side,
    );
  // In the catalog a missing type is inferred with a warning; for other clients `checkDemands` decides.
  const isTyped = client.verbatim || server.transport !== undefined;
  const judged = isTyped ? server : { ...server, transport: inferTransport(server) };
  checkServer(judged as Value, [name], asWritten);
  if (server.tools !== undefined) requireMap(server.tools, [name, 'tools'], asWritten);
  for (const { path: at, expected, value } of mismatches)
    report('wrong-type', { field: String(at[0]), expected, received: kindOf(value) }, [...path, ...at]);
  // A shared file belongs to no program, so no key is ignored in general; its actual readers report their own.
  const ignoredKeys = client.id === sharedFileReader ? [] : ignored;
  for (const key of ignoredKeys) {
    const code = isUsedByPlugboard(key, server) ? 'key-used-by-plugboard' : 'key-ignored';
    report(code, { key, client: client.name }, [...path, key], 'key');
  }
  if (!client.references.syntax && !client.verbatim) reportUnexpanded(client, native, path, report);
}

/** Reports what makes a client ask for fewer confirmations, in an entry of a project. */
export function reportTrust(
  { verbatim }: Client,
  shape: Shape,
  { path, native, server }: Pick<Entry, 'path' | 'native' | 'server'>,
  report: Report,
): void {
  for (const { key, path: at, clients } of trustFields(server))
    report(
      'project-sets-trust',
      { key, clients },
      [...path, ...(verbatim ? at : nativePath(shape, native, at))],
      'key',
    );
}

/** Whether an ignored key still decides how Plugboard itself runs the server. Ignored switches have a diagnostic of their own. */
function isUsedByPlugboard(key: string, server: Server): boolean {
  return !commonSwitchKeys.includes(key) && Object.hasOwn(canonicalFields, key) && Object.hasOwn(server, key);
}

/** Replaces the allowed transports in a diagnostic with the values of this client, unless the key is our own. */
function withClientTypes<C extends DiagnosticCode>(
  shape: Shape,
  native: ValueMap,
  code: C,
  args: DiagnosticArgs<C>,
): DiagnosticArgs<C> {
  if (code !== 'unknown-transport') return args;
  const lens = shape.lenses.find(
    ({ words = [], keys }) => words.length > 0 && keys.some((key) => Object.hasOwn(native, key)),
  );
  return lens?.words ? { ...args, allowed: lens.words } : args;
}

/** Reports a container of the wrong type, and items in it that cannot be servers. */
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

/** Reports a value on the path to the servers that is not a map or list. A missing value can be added. */
export function checkWay(root: Value | undefined, shape: Shape, at: Path, report: Report, isNullEmpty = true): void {
  for (let depth = 0; depth <= at.length; depth += 1) {
    const path = at.slice(0, depth);
    const value = valueAt(root, path);
    if (value === undefined || (value === null && isNullEmpty)) return;
    const isList = depth === at.length && shape.listBy !== undefined;
    if (isList ? Array.isArray(value) : isMap(value)) continue;
    const field = depth === 0 ? 'document' : path.join('.');
    return wrongKind(field, isList ? 'array' : depth === 0 ? 'object' : 'record', value, path, report);
  }
}

function wrongKind(field: string, expected: string, value: Value | undefined, path: Path, report: Report): void {
  report('wrong-type', { field, expected, received: kindOf(value) }, path);
}

/** The path of a canonical field in the entries of this client. */
function nativePath(shape: Shape, native: ValueMap, canonical: Path): Path {
  const [field, ...rest] = canonical;
  if (field === undefined) return [];
  // Its own keys are in the entry itself.
  if (field === 'extras' && !Object.hasOwn(native, 'extras')) return rest.slice(1);
  const lenses = shape.lenses.filter((one) => one.fields.includes(String(field)));
  const [lens] = lenses;
  if (lens?.place) return lens.place(canonical);
  const keys = lenses.flatMap((one) => one.keys);
  const there = keys.filter((key) => Object.hasOwn(native, key));
  const key = there.find((one) => valueAt(native, [one, ...rest]) !== undefined) ?? there[0];
  // A field without a matching key may be written under its canonical name.
  return [key ?? (Object.hasOwn(native, field) ? field : (keys[0] ?? field)), ...rest];
}

const REFERENCE = /\$\{(?:env:)?[A-Za-z_]\w*(?::-[^}]*)?\}/;

/** Reports references that this client would pass on as literal text. */
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
