import { writeDocument, type WrittenDocument } from '../clients/document.ts';
import type { Host } from '../model/host.ts';
import type { CopiedDefinition } from '../model/origin.ts';
import type { Server } from '../model/server.ts';
import { requireUsable } from './definitions/usable-server.ts';
import { fitCommands } from './plan/fit-command.ts';
import { placeOf, type Target } from './plan/target.ts';
import { copiedIn, type ProjectSource } from './project-source.ts';
import { withoutSecrets } from './secrets/without-secrets.ts';

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

/** Returns servers as a new document for a client. Writes nothing. */
export async function exportServers(
  host: Host,
  servers: Readonly<Record<string, Server>>,
  target: Target,
  options: ExportOptions = {},
): Promise<Exported> {
  for (const [name, server] of Object.entries(servers)) requireUsable(name, server);
  const secrets = new Map<string, string>();
  const clean = Object.entries(servers).map(([name, server]) => ({ name, ...withoutSecrets(name, server, secrets) }));
  const written = options.withoutSecrets
    ? Object.fromEntries(clean.map(({ name, server }) => [name, server]))
    : servers;
  const variables = [...new Set(clean.flatMap((one) => one.variables))];
  const place = placeOf(target, host);
  const fitted = await fitCommands(host, { client: target.client, place }, written);
  const plain = await writeDocument(target.client, fitted.servers, place);
  const document = { ...plain, losses: [...fitted.losses, ...plain.losses] };
  const copied = await copiedIn(document, target.client, place, options.sources ?? new Map());
  return options.withoutSecrets
    ? { ...document, copied, variables, plainSecrets: 0 }
    : { ...document, copied, variables: [], plainSecrets: variables.length };
}
