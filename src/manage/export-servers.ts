import { writeDocument, type WrittenDocument } from '../clients/document.ts';
import type { Host } from '../model/host.ts';
import { servedName, withoutLauncher } from '../model/launcher/launcher-entry.ts';
import { catalogId, type CopiedDefinition } from '../model/origin.ts';
import type { Server } from '../model/server.ts';
import { setOwn, type Value } from '../model/value.ts';
import { requireUsable } from './definitions/usable-server.ts';
import { findInClient } from './found-servers.ts';
import { fitCommands } from './plan/fit-command.ts';
import { placeOf, type Target } from './plan/target.ts';
import { copiedIn, type ProjectSource } from './project-source.ts';
import { referencesIn, withoutSecrets } from './secrets/without-secrets.ts';

export interface Exported extends WrittenDocument {
  /** Approval records for definitions that came from a project. */
  readonly copied: readonly CopiedDefinition[];
  /** Variables to set, because they replace secrets. */
  readonly variables: readonly string[];
  /** Number of secrets in plain text. */
  readonly plainSecrets: number;
}

export interface ExportOptions {
  readonly withoutSecrets?: boolean;
  /** The source projects by server name. */
  readonly sources?: ReadonlyMap<string, ProjectSource>;
}

/**
 * Returns servers as a new document for a client. Writes nothing. A launcher or a gateway entry works only on this
 * machine, so what it starts is exported instead, with references.
 */
export async function exportServers(
  host: Host,
  defined: Readonly<Record<string, Server>>,
  target: Target,
  options: ExportOptions = {},
): Promise<Exported> {
  for (const [name, server] of Object.entries(defined)) requireUsable(name, server);
  const { servers, references } = await forOtherMachines(host, defined);
  const secrets = new Map<string, string>();
  const clean = Object.entries(servers).map(([name, server]) => ({ name, ...withoutSecrets(name, server, secrets) }));
  const written = options.withoutSecrets
    ? Object.fromEntries(clean.map(({ name, server }) => [name, server]))
    : servers;
  const found = [...new Set(clean.flatMap((one) => one.variables))];
  const place = placeOf(target, host);
  const fitted = await fitCommands(host, { client: target.client, place }, written);
  const plain = await writeDocument(target.client, fitted.servers, place);
  const document = { ...plain, losses: [...fitted.losses, ...plain.losses] };
  const copied = await copiedIn(document, target.client, place, options.sources ?? new Map());
  return options.withoutSecrets
    ? { ...document, copied, variables: [...new Set([...references, ...found])], plainSecrets: 0 }
    : { ...document, copied, variables: references, plainSecrets: found.length };
}

/** What launchers and gateway entries start, and the variables that these then need. */
async function forOtherMachines(
  host: Host,
  defined: Readonly<Record<string, Server>>,
): Promise<{ readonly servers: Readonly<Record<string, Server>>; readonly references: readonly string[] }> {
  const servers: Record<string, Server> = {};
  const references = new Set<string>();
  for (const [name, server] of Object.entries(defined)) {
    const served = servedName(server);
    const started = served === undefined ? withoutLauncher(server) : await inCatalog(host, served);
    setOwn(servers, name, started ?? server);
    if (started && started !== server) for (const one of referencesIn(started as Value)) references.add(one.name);
  }
  return { servers, references: [...references] };
}

async function inCatalog(host: Host, name: string): Promise<Server | undefined> {
  const { servers } = await findInClient(host, catalogId);
  return servers.find((one) => one.name === name)?.server;
}
