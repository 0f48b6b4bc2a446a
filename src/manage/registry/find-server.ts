import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { askVersion } from '../../registry/api/registry-api.ts';
import { RegistryError } from '../../registry/api/registry-error.ts';
import { findEntry } from '../../registry/index/registry-index.ts';
import type { RegistryEntry } from '../../registry/server-json/server-json.ts';
import { askingOf, indexHere, type RegistryAccess, unreachable } from './open-registry.ts';
import { allDocuments } from './read-documents.ts';
import { type RegistrySource, registrySources } from './registry-sources.ts';
import { sanitizedText } from './shown-text.ts';

export interface ServerRequest extends RegistryAccess {
  /** Its name in the registry. */
  readonly name: string;
  /** The latest if absent. */
  readonly version?: string;
}

export interface ServerInRegistry {
  readonly entry: RegistryEntry;
  readonly source: RegistrySource;
  /** Why the registry could not be asked; then the entry is from the index. */
  readonly problem?: string;
}

/** Finds a server in the first registry that has it. Asks the registry; its index is used if that fails, or offline. */
export async function findServer(host: Host, request: ServerRequest): Promise<ServerInRegistry> {
  const { name, version } = request;
  const sources = await registrySources(host, request.registries);
  let failure: PlugboardError | undefined;
  for (const source of sources) {
    try {
      const found = await findIn(host, source, request);
      if (found) return found;
    } catch (error) {
      if (!(error instanceof PlugboardError)) throw error;
      failure ??= error;
    }
  }
  throw (
    failure ??
    new PlugboardError('registry-server-unknown', {
      name: sanitizedText(name),
      ...(version !== undefined && { version: sanitizedText(version) }),
      registries: sources.map(({ address }) => address),
    })
  );
}

async function findIn(
  host: Host,
  source: RegistrySource,
  request: ServerRequest,
): Promise<ServerInRegistry | undefined> {
  const { name, version, offline } = request;
  if (source.kind === 'files') {
    const entry = await inFiles(host, source, name, version);
    return entry && { entry, source };
  }
  if (offline) {
    const entry = await inIndex(host, source, name, version);
    return entry && { entry, source };
  }
  try {
    return { entry: await askVersion(source.address, name, version ?? 'latest', askingOf(request)), source };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    if (error.problem === 'not-found') return undefined;
    const entry = await inIndex(host, source, name, version).catch(() => undefined);
    if (!entry) throw unreachable(source.address, error);
    return { entry, source, problem: sanitizedText(error.message) };
  }
}

async function inFiles(
  host: Host,
  { address }: RegistrySource,
  name: string,
  version: string | undefined,
): Promise<RegistryEntry | undefined> {
  if (version === undefined) {
    const index = await indexHere(host, { kind: 'files', address, isConfigured: false });
    return index && findEntry(index, name);
  }
  const all = await allDocuments(host, address);
  return all.find(({ server }) => server.name === name && server.version === version);
}

async function inIndex(
  host: Host,
  source: RegistrySource,
  name: string,
  version: string | undefined,
): Promise<RegistryEntry | undefined> {
  const index = await indexHere(host, source);
  if (!index) throw new PlugboardError('registry-no-index', { registry: source.address });
  const entry = await findEntry(index, name);
  return version === undefined || entry?.server.version === version ? entry : undefined;
}
