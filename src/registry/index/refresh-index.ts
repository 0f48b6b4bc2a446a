import type { Asking } from '../api/ask-registry.ts';
import { askVersion, type Page } from '../api/registry-api.ts';
import { RegistryError } from '../api/registry-error.ts';
import { compareVersions } from '../server-json/compare-versions.ts';
import type { RegistryEntry, ServerStatus } from '../server-json/server-json.ts';
import { buildIndex, type ChangedServer } from './build-index.ts';
import { documentOf, entryIn } from './document-blocks.ts';
import type { IndexPlace } from './index-place.ts';
import { generationOf, type Manifest, newGeneration, readManifest, writeManifest } from './manifest.ts';
import { isPage, PageChain } from './page-chain.ts';
import { DamagedIndex, findEntry, openIndex } from './registry-index.ts';

/** The clock of the registry may have run while it answered, and its answers may be cached for a short time. */
const MARGIN_MS = 5 * 60 * 1000;
/** Files of a build that was killed. */
const LEFTOVER_MS = 24 * 60 * 60 * 1000;

export interface RefreshOptions {
  readonly asking: Asking;
  readonly now: Date;
  /** The id of this process, which distinguishes its files. */
  readonly process: number;
  /** Called after each page with the number of servers read so far. */
  readonly onProgress?: ((servers: number) => void) | undefined;
}

/**
 * Fills the index of a registry, or brings it up to date. What was fetched before an interruption is not fetched again,
 * and the old index stays until the new one is complete. Several processes may do this at once.
 */
export async function refreshIndex(place: IndexPlace, base: string, options: RefreshOptions): Promise<Manifest> {
  for (let attempt = 0; ; attempt += 1) {
    const old = attempt < 2 ? await readManifest(place, base) : undefined;
    try {
      return await refreshFrom(place, base, old, options);
    } catch (error) {
      // Another process replaced the files meanwhile, or they are damaged: then the index is filled again.
      if (!(error instanceof DamagedIndex) || old === undefined) throw error;
    }
  }
}

async function refreshFrom(
  place: IndexPlace,
  base: string,
  old: Manifest | undefined,
  { asking, now, process, onProgress }: RefreshOptions,
): Promise<Manifest> {
  const chain = new PageChain(place, base, old ? { since: old.since } : { isLatest: true });
  const found = await collect(chain.pages(asking, now, old?.etag), onProgress);
  if (found.withdrawn.length > 0) await replaceWithdrawn(place, base, found, asking);
  const checkedAt = now.toISOString();
  if (old && found.changed.size === 0 && found.withdrawn.length === 0) {
    const etag = found.first?.etag ?? old.etag;
    const same: Manifest = { ...old, checkedAt, ...(etag !== undefined && { etag }) };
    await writeManifest(place, same);
    await removeLeftovers(place, same, undefined, now);
    return same;
  }
  const generation = newGeneration(now, process);
  const built = await buildIndex(place, generation, old, found.changed);
  const { etag: _, ...kept } = old ?? { etag: undefined };
  const manifest: Manifest = {
    ...kept,
    ...built,
    format: 1,
    registry: base,
    generation,
    invalid: found.invalid + (old?.invalid ?? 0),
    since: sinceAfter(found.first, old, now),
    checkedAt,
    withdrawn: withWithdrawn(old?.withdrawn ?? {}, found.withdrawn),
  };
  await writeManifest(place, manifest);
  await removeLeftovers(place, manifest, old, now);
  return manifest;
}

/** By the clock of the registry when the first page was sent: what changed while paging is asked for next time. */
function sinceAfter(first: Page | undefined, old: Manifest | undefined, now: Date): string {
  const started = new Date((first?.date ?? now).getTime() - MARGIN_MS).toISOString();
  return old && old.since > started ? old.since : started;
}

interface Collected {
  readonly changed: Map<string, ChangedServer>;
  readonly withdrawn: RegistryEntry[];
  invalid: number;
  first: Page | undefined;
}

async function collect(
  pages: AsyncIterable<Page>,
  onProgress: ((servers: number) => void) | undefined,
): Promise<Collected> {
  const found: Collected = { changed: new Map(), withdrawn: [], invalid: 0, first: undefined };
  for await (const page of pages) {
    found.first ??= page;
    found.invalid += page.invalid;
    for (const entry of page.entries) {
      if (entry.isLatest === false && entry.status !== 'active') found.withdrawn.push(entry);
      if (entry.isLatest === false || !isNewer(entry, found.changed)) continue;
      found.changed.set(entry.server.name, changedServer(entry));
    }
    onProgress?.(found.changed.size);
  }
  return found;
}

/**
 * The registry may make an older version the latest when it withdraws one, without listing that version as changed. So
 * it is asked for the latest version of servers whose indexed version was withdrawn.
 */
async function replaceWithdrawn(place: IndexPlace, base: string, found: Collected, asking: Asking): Promise<void> {
  const index = await openIndex(place, base);
  if (!index) return;
  for (const withdrawn of found.withdrawn) {
    const { name, version } = withdrawn.server;
    const indexed = found.changed.has(name) ? undefined : await findEntry(index, name);
    if (indexed?.server.version !== version) continue;
    const latest = await askVersion(base, name, 'latest', asking).catch((error: unknown) => {
      if (error instanceof RegistryError && error.problem === 'not-found') return withdrawn;
      throw error;
    });
    found.changed.set(name, changedServer(latest));
  }
}

function changedServer(entry: RegistryEntry): ChangedServer {
  const { name, title, description } = entry.server;
  const shown = { name, description, ...(title !== undefined && { title }) };
  return { shown, status: entry.status, document: documentOf(entry) };
}

/** A server can be listed twice if it changed while paging, or if the registry lists all versions. */
function isNewer(entry: RegistryEntry, changed: ReadonlyMap<string, ChangedServer>): boolean {
  const present = changed.get(entry.server.name);
  if (!present || entry.isLatest) return true;
  const other = entryIn(present.document);
  return !other.isLatest && compareVersions(entry.server.version, other.server.version) >= 0;
}

function withWithdrawn(known: Manifest['withdrawn'], entries: readonly RegistryEntry[]): Manifest['withdrawn'] {
  const all = new Map(Object.entries(known).map(([name, versions]) => [name, new Map(Object.entries(versions))]));
  for (const { server, status } of entries) {
    const versions: Map<string, ServerStatus> = all.get(server.name) ?? new Map();
    all.set(server.name, versions.set(server.version, status));
  }
  return Object.fromEntries([...all].map(([name, versions]) => [name, Object.fromEntries(versions)]));
}

/** Removes kept pages, the files of the index that was replaced, and those of builds that were killed long ago. */
async function removeLeftovers(
  place: IndexPlace,
  current: Manifest,
  replaced: Manifest | undefined,
  now: Date,
): Promise<void> {
  for (const name of await place.names()) {
    const generation = generationOf(name);
    if (isPage(name)) await place.remove(name);
    if (generation === undefined || generation === current.generation) continue;
    const age = now.getTime() - Number.parseInt(generation, 36);
    if (generation === replaced?.generation || age > LEFTOVER_MS) await place.remove(name);
  }
}
