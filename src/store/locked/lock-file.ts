import { createHash } from 'node:crypto';
import { loadFormat } from '../../formats/index.ts';
import { nearestRange } from '../../formats/nearest-range.ts';
import { diagnostic, type Diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { definitionsInstead } from '../../model/fields/catalog-fields.ts';
import { effectiveFields, fieldValues } from '../../model/fields/effective-fields.ts';
import type { Host } from '../../model/host.ts';
import { canonicalJson } from '../../model/json/canonical-json.ts';
import type { Lock, LockedServer } from '../../model/packages/lock.ts';
import { runDefinition } from '../../model/run-definition.ts';
import { checkValue } from '../../model/schema/check-value.ts';
import { pathIn } from '../../model/schema/pointer-path.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, setOwn, type Value } from '../../model/value.ts';
import { readText } from '../read/read-text.ts';
import { catalogPath } from '../state/catalog-path.ts';

/** Absolute path of the lock of a project, beside its catalog. */
export function lockPath(host: Host, project = host.cwd): string {
  return catalogPath({ ...host, cwd: project }, 'project').replace(/[^/]*$/, 'plugboard.lock');
}

const text = { type: 'string', minLength: 1 };
const lockedServer = {
  type: 'object',
  properties: {
    definition: text,
    package: text,
    integrity: text,
    instructions: text,
    tools: { type: 'object', additionalProperties: text },
  },
  required: ['definition'],
};
const schema = {
  type: 'object',
  properties: { version: { enum: [1] }, servers: { type: 'object', additionalProperties: lockedServer } },
  required: ['version', 'servers'],
};

export interface FoundLock {
  readonly path: string;
  readonly text: string;
  /** Absent if the file is invalid. */
  readonly lock?: Lock;
  readonly diagnostics: readonly Diagnostic[];
}

/** The lock of a project; undefined if it has none. */
export async function findLock(host: Host, project = host.cwd): Promise<FoundLock | undefined> {
  const path = lockPath(host, project);
  if (!(await host.fs.status(path))) return undefined;
  const read = await readText(host, path);
  if ('problem' in read) return { path, text: '', diagnostics: [read.problem] };
  const document = (await loadFormat('json')).parse(read.text);
  const syntax = document.diagnostics.filter(isError).map((one) => ({ ...one, file: path }));
  if (syntax.length > 0) return { path, text: read.text, diagnostics: syntax };
  const root = document.value ?? null;
  const diagnostics = checkValue(root, schema).map(({ at, message }) => {
    const where = pathIn(at, root);
    const range = nearestRange(document, where);
    const args = { at: where.join('.'), problem: message };
    return diagnostic('lock-invalid', args, { file: path, path: where, ...(range && { range }) });
  });
  if (diagnostics.length > 0) return { path, text: read.text, diagnostics };
  return { path, text: read.text, lock: root as unknown as Lock, diagnostics };
}

/** Like `findLock`, but throws if the file is invalid. */
export async function readLock(host: Host, project = host.cwd): Promise<Lock | undefined> {
  const found = await findLock(host, project);
  if (found && !found.lock) throw new PlugboardError('document-malformed', { diagnostics: found.diagnostics });
  return found?.lock;
}

/** Sorted, one fact per line: the same content has the same text, and changes of two branches merge line by line. */
export function lockText({ version, servers }: Lock): string {
  return `${JSON.stringify(sorted({ version, servers } as unknown as Value), undefined, 2)}\n`;
}

function sorted(value: Value): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const ordered: Record<string, Value> = {};
  for (const [key, one] of Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (one !== undefined) setOwn(ordered, key, sorted(one));
  return ordered;
}

/**
 * Hash of what a definition starts or contacts, what only some clients run, read or trust, and what single clients get
 * instead. Secrets cannot be read from it.
 */
export function definitionHash(server: Server): string {
  const runs = runDefinition(server);
  const fields = fieldValues(effectiveFields(server));
  const instead = definitionsInstead(server).map(([client, one]) => [client, definitionHash(one)]);
  return hashText(fields || instead.length > 0 ? [runs, fields ?? {}, instead] : runs);
}

export function hashText(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}

/** The locked entry of a server. */
export function lockedServerIn(lock: Lock | undefined, name: string): LockedServer | undefined {
  return lock && getOwn(lock.servers as Record<string, LockedServer>, name);
}

/** Why a definition is not what was locked; undefined if it is. */
export function lockProblem(lock: Lock | undefined, name: string, server: Server): string | undefined {
  const locked = lockedServerIn(lock, name);
  if (!locked) return 'it is not in plugboard.lock';
  return locked.definition === definitionHash(server) ? undefined : 'its definition differs from plugboard.lock';
}
