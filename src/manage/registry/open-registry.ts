import { createHash } from 'node:crypto';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Asking } from '../../registry/api/ask-registry.ts';
import { RegistryError } from '../../registry/api/registry-error.ts';
import { readManifest } from '../../registry/index/manifest.ts';
import { refreshIndex } from '../../registry/index/refresh-index.ts';
import { DamagedIndex, openIndex, type RegistryIndex } from '../../registry/index/registry-index.ts';
import { filePlace, type FilePlace } from '../../store/state/file-place.ts';
import { delay } from '../../store/write/delay.ts';
import { readDocuments } from './read-documents.ts';
import type { RegistrySource } from './registry-sources.ts';
import { sanitizedText } from './shown-text.ts';

/** How old an index may be before the registry is asked for changes. */
const FRESH_MS = 6 * 60 * 60 * 1000;

/** How a registry may be used. */
export interface RegistryAccess {
  /** Registries to use instead of those of the user's settings or of a definition. */
  readonly registries?: readonly string[];
  /** Asks no registry. */
  readonly offline?: boolean;
  /** Asks for changes even if the index is fresh. */
  readonly refresh?: boolean;
  readonly onProgress?: ((progress: { readonly registry: string; readonly servers: number }) => void) | undefined;
  readonly asking?: Partial<Asking>;
}

export interface OpenedRegistry {
  readonly index: RegistryIndex;
  /** Why the index may be outdated or incomplete: the registry or a file of it could not be read. */
  readonly problem?: string;
  /** Whether it is time to ask for changes. */
  readonly isStale?: boolean;
}

export function askingOf({ asking }: RegistryAccess): Asking {
  return { fetch, delay, ...asking };
}

/**
 * Opens the index of a registry and calls `work` with it. Fills it first if there is none, and asks for changes if it is
 * old; if that fails, the old one is used. A damaged index is filled again.
 */
export async function withIndex<T>(
  host: Host,
  source: RegistrySource,
  access: RegistryAccess,
  work: (opened: OpenedRegistry) => Promise<T>,
): Promise<T> {
  if (source.kind === 'files') return work(await readDocuments(host, source.address));
  const place = indexPlace(host, source);
  try {
    return await work(await openRegistry(host, source, place, access));
  } catch (error) {
    if (!(error instanceof DamagedIndex)) throw error;
    await place.remove('manifest.json');
    return work(await openRegistry(host, source, place, access));
  }
}

/** The index if there is one on this machine; asks nothing. */
export async function indexHere(host: Host, source: RegistrySource): Promise<RegistryIndex | undefined> {
  if (source.kind === 'files') return (await readDocuments(host, source.address)).index;
  return openIndex(indexPlace(host, source), source.address);
}

function indexPlace(host: Host, { address }: RegistrySource): FilePlace {
  return filePlace(host, `registry/${createHash('sha256').update(address).digest('hex').slice(0, 16)}`);
}

async function openRegistry(
  host: Host,
  { address }: RegistrySource,
  place: FilePlace,
  access: RegistryAccess,
): Promise<OpenedRegistry> {
  const now = host.now();
  const index = await openIndex(place, address);
  if (!index) await forgetDamaged(place, address);
  const age = now.getTime() - Date.parse(index?.checkedAt ?? '');
  const isFresh = age >= 0 && age < FRESH_MS;
  if (index && (access.offline || (!access.refresh && isFresh))) return { index, ...(!isFresh && { isStale: true }) };
  if (access.offline) throw new PlugboardError('registry-no-index', { registry: address });
  try {
    await refreshIndex(place, address, {
      asking: askingOf(access),
      now,
      process: host.processes.own,
      onProgress: access.onProgress && ((servers) => access.onProgress?.({ registry: address, servers })),
    });
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    if (!index) throw unreachable(address, error);
    return { index, problem: sanitizedText(error.message), isStale: true };
  }
  const fresh = await openIndex(place, address);
  if (!fresh) throw new PlugboardError('registry-no-index', { registry: address });
  return { index: fresh };
}

/** A manifest whose files are missing would only be brought up to date, so it is removed. */
async function forgetDamaged(place: FilePlace, address: string): Promise<void> {
  if (await readManifest(place, address)) await place.remove('manifest.json');
}

export function unreachable(registry: string, error: RegistryError): PlugboardError<'registry-unreachable'> {
  return new PlugboardError(
    'registry-unreachable',
    { registry, why: sanitizedText(error.message), problem: error.problem },
    error,
  );
}
