import { checkValue, type SchemaIssue } from '../../model/schema/check-value.ts';
import { isMap, type ValueMap } from '../../model/value.ts';
import { type RegistryEntry, type ServerJson, serverStatuses } from './server-json.ts';
import { serverSchema } from './server-schema.ts';

/** Where the official registry puts what it knows about a version. */
const OFFICIAL = 'io.modelcontextprotocol.registry/official';

/** Far more than any real document. One of this size is left out. */
const MOST_CHARACTERS = 64 * 1024;

/** An entry, or why it cannot be used. */
export type ReadEntry = { readonly entry: RegistryEntry } | { readonly issues: readonly SchemaIssue[] };

/** Reads one server of an answer, or a plain `server.json`, and validates it against the schema. */
export function readEntry(raw: unknown): ReadEntry {
  const wrapped = isMap(raw) && isMap(raw['server']) ? raw : undefined;
  const server = wrapped ? wrapped['server'] : raw;
  if (JSON.stringify(server ?? null).length > MOST_CHARACTERS)
    return { issues: [{ at: '', message: 'This document is too large.' }] };
  const issues = checkValue(server, serverSchema);
  if (issues.length > 0) return { issues };
  return { entry: { server: server as ServerJson, ...knownAbout(wrapped) } };
}

function knownAbout(wrapped: ValueMap | undefined): Omit<RegistryEntry, 'server'> {
  const meta = isMap(wrapped?.['_meta']) ? wrapped['_meta'] : {};
  const known = isMap(meta[OFFICIAL]) ? meta[OFFICIAL] : {};
  const { status, statusMessage, publishedAt, updatedAt, isLatest } = known;
  return {
    status: serverStatuses.find((one) => one === status) ?? 'active',
    ...(typeof statusMessage === 'string' && { statusMessage: statusMessage.slice(0, 500) }),
    ...(isTime(publishedAt) && { publishedAt }),
    ...(isTime(updatedAt) && { updatedAt }),
    ...(typeof isLatest === 'boolean' && { isLatest }),
  };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && value.length < 64 && !Number.isNaN(Date.parse(value));
}
