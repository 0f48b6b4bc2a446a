import { clients } from '../clients/registry.ts';
import { holdsForOneProject } from '../clients/switches.ts';
import type { Client } from '../clients/types.ts';
import type { DiscoveredEntry, ShadowReason } from '../discovery/types.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Scope } from '../model/scope.ts';
import type { Server } from '../model/server.ts';
import { getOwn } from '../model/value.ts';

/** What becomes of one definition: used, switched off, waiting for approval, passed over for another, or of no use. */
export type ServerState = 'active' | 'off' | 'untrusted' | 'shadowed' | 'unusable';

/** One definition of a server, in one file, as one client takes it. */
export interface ListedServer {
  readonly name: string;
  readonly client: string;
  readonly scope: Scope;
  /** Which of several files of that scope. */
  readonly variant?: string;
  /** Absolute path. */
  readonly file: string;
  /** Looked up when it is asked for. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly server: Server;
  readonly state: ServerState;
  readonly shadowed?: { readonly why: ShadowReason; readonly by?: DiscoveredEntry };
  /** What to do before the client uses it. */
  readonly trust?: string;
  /** The others that its client puts together with it; `server` is what comes out. The strongest one leads. */
  readonly merged?: { readonly with: readonly DiscoveredEntry[]; readonly leads: boolean };
  /** Kept by us, because its client has no way to switch a server off. */
  readonly parked?: true;
  /** The entry says off by a key that its client ignores, so the client starts the server all the same. */
  readonly isStarted?: true;
  readonly findings: readonly Diagnostic[];
}

/** Whether a server is off in this project while it stays on in every other one. */
export function isOffInOneProject({ client: id, scope, state, parked, isStarted }: ListedServer): boolean {
  const client = getOwn(clients as Record<string, Client>, id);
  const shape = client?.shapes.at(-1);
  if (state !== 'off' || parked || isStarted || !client || !shape) return false;
  return holdsForOneProject(client, { scope }, shape);
}

/** What a client puts together from several files, as the one server that it is. */
export function withoutParts(servers: readonly ListedServer[]): ListedServer[] {
  return servers.filter(({ merged }) => merged?.leads ?? true);
}
