import { clients } from '../clients/registry.ts';
import { holdsForOneProject } from '../clients/switches.ts';
import type { Client } from '../clients/types.ts';
import type { DiscoveredEntry, ShadowReason } from '../discovery/types.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Scope } from '../model/scope.ts';
import type { Server } from '../model/server.ts';
import { getOwn } from '../model/value.ts';

/** State of a definition: active, disabled, waiting for approval, shadowed, or invalid. */
export type ServerState = 'active' | 'off' | 'untrusted' | 'shadowed' | 'unusable';

/** One definition of a server in one file, as one client reads it. */
export interface ListedServer {
  readonly name: string;
  readonly client: string;
  readonly scope: Scope;
  /** Which of the scope's files. */
  readonly variant?: string;
  /** Absolute path. */
  readonly file: string;
  /** Computed lazily. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly server: Server;
  readonly state: ServerState;
  readonly shadowed?: { readonly why: ShadowReason; readonly by?: DiscoveredEntry };
  /** What the user must do before the client uses it. */
  readonly trust?: string;
  /** The other definitions its client merges with it, strongest first; `server` is the merged result. */
  readonly merged?: { readonly with: readonly DiscoveredEntry[]; readonly leads: boolean };
  /** Parked, because its client has no switch. */
  readonly parked?: true;
  /** The entry is disabled by a key that its client ignores, so the client still starts the server. */
  readonly isStarted?: true;
  readonly issues: readonly Diagnostic[];
}

/** Whether a server is disabled in this project only. */
export function isOffInOneProject({ client: id, scope, state, parked, isStarted }: ListedServer): boolean {
  const client = getOwn(clients as Record<string, Client>, id);
  const shape = client?.shapes.at(-1);
  if (state !== 'off' || parked || isStarted || !client || !shape) return false;
  return holdsForOneProject(client, { scope }, shape);
}

/** Leaves out the single definitions of servers that a client merges from several files. */
export function withoutParts(servers: readonly ListedServer[]): ListedServer[] {
  return servers.filter(({ merged }) => merged?.leads ?? true);
}
