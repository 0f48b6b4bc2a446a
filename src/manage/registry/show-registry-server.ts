import type { Host } from '../../model/host.ts';
import { askVersions } from '../../registry/api/registry-api.ts';
import { RegistryError } from '../../registry/api/registry-error.ts';
import { lookAlikes } from '../../registry/index/look-alikes.ts';
import { type RequestedInput, inputsOf } from '../../registry/install/inputs.ts';
import { offersOf, unusablePackages } from '../../registry/install/offers.ts';
import type { ServerJson, ServerStatus } from '../../registry/server-json/server-json.ts';
import { findServer, type ServerInRegistry, type ServerRequest } from './find-server.ts';
import { askingOf, indexHere } from './open-registry.ts';
import { allDocuments } from './read-documents.ts';
import { foundServer, type FoundServer } from './search-registry.ts';
import { sanitizedText } from './shown-text.ts';

/** One way to install a server. */
export interface ShownOffer {
  readonly id: string;
  readonly kind: 'package' | 'remote';
  /** The package with its version, or the address. */
  readonly what: string;
  readonly inputs: readonly RequestedInput[];
}

export interface ShownVersion {
  readonly version: string;
  readonly status: ServerStatus;
  readonly publishedAt?: string;
}

export interface ShownServer extends Omit<FoundServer, 'offers'> {
  readonly websiteUrl?: string;
  readonly repository?: string;
  readonly statusMessage?: string;
  readonly offers: readonly ShownOffer[];
  /** Packages that cannot be installed, such as `cargo:name`. */
  readonly unusable: readonly string[];
  /** Newest first; only this one if the registry cannot be asked. */
  readonly versions: readonly ShownVersion[];
  /** Other servers whose names look alike. */
  readonly lookAlikes: readonly string[];
  /** Why the registry could not be asked. */
  readonly problem?: string;
  /** The document as published, with fields that Plugboard does not know. */
  readonly document: ServerJson;
}

/** Shows a server of a registry: its versions, the ways to install it, and what each needs. */
export async function showRegistryServer(host: Host, request: ServerRequest): Promise<ShownServer> {
  const found = await findServer(host, request);
  const { entry, source, problem } = found;
  const { server } = entry;
  const index = await indexHere(host, source).catch(() => undefined);
  const { versions, problem: failed } = await versionsOf(host, found, request);
  const why = problem ?? failed;
  return {
    ...foundServer(entry, source.address),
    ...(server.websiteUrl !== undefined && { websiteUrl: sanitizedText(server.websiteUrl) }),
    ...(server.repository && { repository: sanitizedText(server.repository.url) }),
    ...(entry.statusMessage !== undefined && { statusMessage: sanitizedText(entry.statusMessage) }),
    offers: offersOf(server).map((offer) => ({
      id: offer.id,
      kind: offer.kind,
      what: sanitizedText(offer.kind === 'remote' ? offer.remote.url : packageWords(offer.package)),
      inputs: inputsOf(offer).map(shownInput),
    })),
    unusable: unusablePackages(server).map((one) => sanitizedText(packageWords(one))),
    versions,
    lookAlikes: index ? lookAlikes(index, server.name) : [],
    ...(why !== undefined && { problem: why }),
    document: server,
  };
}

function packageWords({ registryType, identifier, version }: NonNullable<ServerJson['packages']>[number]): string {
  return `${registryType}:${identifier}${version === undefined ? '' : `@${version}`}`;
}

/** An input without hidden characters in the texts that are shown. */
export function shownInput(input: RequestedInput): RequestedInput {
  const { description, placeholder } = input;
  return {
    ...input,
    ...(description !== undefined && { description: sanitizedText(description) }),
    ...(placeholder !== undefined && { placeholder: sanitizedText(placeholder) }),
  };
}

async function versionsOf(
  host: Host,
  { entry, source, problem }: ServerInRegistry,
  request: ServerRequest,
): Promise<{ readonly versions: readonly ShownVersion[]; readonly problem?: string }> {
  const { name } = entry.server;
  const only = [versionOf(entry)];
  if (source.kind === 'files') {
    const all = (await allDocuments(host, source.address)).filter(({ server }) => server.name === name);
    return { versions: all.map(versionOf) };
  }
  if (request.offline || problem !== undefined) return { versions: only };
  try {
    const all = await askVersions(source.address, name, askingOf(request));
    return { versions: all.length > 0 ? all.map(versionOf) : only };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { versions: only, problem: sanitizedText(error.message) };
  }
}

function versionOf({ server, status, publishedAt }: ServerInRegistry['entry']): ShownVersion {
  return { version: sanitizedText(server.version), status, ...(publishedAt !== undefined && { publishedAt }) };
}
