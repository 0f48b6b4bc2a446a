import { isMap } from '../../model/value.ts';
import { readEntry, type ReadEntry } from '../server-json/read-entry.ts';
import type { RegistryEntry } from '../server-json/server-json.ts';
import { type Answer, type Asking, askRegistry } from './ask-registry.ts';
import { RegistryError } from './registry-error.ts';

/** The official registry. */
export const officialRegistry = 'https://registry.modelcontextprotocol.io';

/** The largest page that the official registry sends. */
const PAGE_SIZE = 100;

/** One page of servers. Entries that do not match the schema are counted only. */
export interface Page {
  readonly entries: readonly RegistryEntry[];
  readonly invalid: number;
  readonly next: string | undefined;
  readonly etag: string | undefined;
  readonly date: Date | undefined;
}

export interface PageRequest {
  readonly cursor?: string | undefined;
  /** Only what changed since, deleted versions too. */
  readonly since?: string | undefined;
  /** Only the latest version of each server. */
  readonly isLatest?: boolean;
  /** Part of a name. */
  readonly search?: string;
  readonly limit?: number;
  /** For 304 if nothing changed. */
  readonly etag?: string | undefined;
}

/** Asks for a page of servers; undefined if it is the same as the one with that ETag. */
export async function askPage(base: string, request: PageRequest, asking: Asking): Promise<Page | undefined> {
  const url = new URL(`${base}/v0.1/servers`);
  url.searchParams.set('limit', String(request.limit ?? PAGE_SIZE));
  if (request.isLatest) url.searchParams.set('version', 'latest');
  if (request.search !== undefined) url.searchParams.set('search', request.search);
  if (request.since !== undefined) url.searchParams.set('updated_since', request.since);
  if (request.cursor !== undefined) url.searchParams.set('cursor', request.cursor);
  const answer = await askRegistry(url.href, asking, request.etag);
  return answer.body === undefined ? undefined : pageOf(answer);
}

/** All versions of a server, newest first, as the registry orders them. */
export async function askVersions(base: string, name: string, asking: Asking): Promise<readonly RegistryEntry[]> {
  const { body, ...about } = await askRegistry(`${addressOf(base, name)}/versions?include_deleted=true`, asking);
  return pageOf({ body, ...about }).entries.filter(({ server }) => server.name === name);
}

/** One version of a server, or its latest. */
export async function askVersion(base: string, name: string, version: string, asking: Asking): Promise<RegistryEntry> {
  const url = `${addressOf(base, name)}/versions/${encodeURIComponent(version)}`;
  const found = readEntry((await askRegistry(url, asking)).body);
  if (!('entry' in found)) throw invalid(found);
  const { server } = found.entry;
  if (server.name !== name || (version !== 'latest' && server.version !== version))
    throw new RegistryError('malformed', 'it answered with another server');
  return found.entry;
}

function invalid({ issues }: Extract<ReadEntry, { issues: unknown }>): RegistryError {
  const [first] = issues;
  return new RegistryError(
    'malformed',
    `the document does not match its schema at ${first?.at || '/'} (${first?.message ?? ''})`,
  );
}

function addressOf(base: string, name: string): string {
  return `${base}/v0.1/servers/${encodeURIComponent(name)}`;
}

function pageOf({ body, etag, date }: Answer): Page {
  const list = isMap(body) ? body['servers'] : undefined;
  if (!isMap(body) || !Array.isArray(list)) throw new RegistryError('malformed', 'its answer has no list of servers');
  const read = list.map(readEntry);
  const entries = read.flatMap((one) => ('entry' in one ? [one.entry] : []));
  const next = isMap(body['metadata']) ? body['metadata']['nextCursor'] : undefined;
  const isCursor = typeof next === 'string' && next !== '';
  if (isCursor && next.length > 4096) throw new RegistryError('malformed', 'its cursor is too long');
  return { entries, invalid: read.length - entries.length, next: isCursor ? next : undefined, etag, date };
}
