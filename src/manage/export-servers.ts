import { writeDocument, type WrittenDocument } from '../clients/document.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import { placeOf, type Target } from './target.ts';
import { withoutSecrets } from './without-secrets.ts';

export interface Exported extends WrittenDocument {
  /** Variables that have to be set, because they stand for secrets now. */
  readonly variables: readonly string[];
  /** How many secrets the text holds in plain text. */
  readonly plainSecrets: number;
}

/** Servers as a new document of the client they are for. Nothing is written. */
export async function exportServers(
  host: Host,
  servers: Readonly<Record<string, Server>>,
  target: Target,
  options: { readonly withoutSecrets?: boolean } = {},
): Promise<Exported> {
  const secrets = new Map<string, string>();
  const clean = Object.entries(servers).map(([name, server]) => ({ name, ...withoutSecrets(name, server, secrets) }));
  const written = options.withoutSecrets
    ? Object.fromEntries(clean.map(({ name, server }) => [name, server]))
    : servers;
  const variables = [...new Set(clean.flatMap((one) => one.variables))];
  const document = await writeDocument(target.client, written, placeOf(target, host));
  return options.withoutSecrets
    ? { ...document, variables, plainSecrets: 0 }
    : { ...document, variables: [], plainSecrets: variables.length };
}
