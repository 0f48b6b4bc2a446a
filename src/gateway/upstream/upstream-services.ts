import type { RawClient } from '../../runtime/connect/raw-link.ts';
import type { Semaphore } from '../../runtime/connect/semaphore.ts';
import type { ListKind } from '../../runtime/connect/session/session.ts';
import type { Watchdog } from '../../runtime/connect/session/watchdog.ts';
import type { GatewayOptions, Limits } from '../options.ts';
import type { Frame } from '../session/session.ts';
import type { UpstreamLink } from './upstream-link.ts';

/** Services shared by all servers of a gateway. `Server` is `Upstream`, which depends on this. */
export interface UpstreamServices<Server> {
  readonly options: GatewayOptions;
  readonly limits: Limits;
  readonly watchdog: Watchdog;
  readonly slots: Semaphore;
  /** The lists of a server changed, or may have changed. */
  readonly onListsChanged: (upstream: Server, kinds: readonly ListKind[]) => void;
  /** The server sent lists that differ from those known before, or announced a change. */
  readonly onListed: (upstream: Server, kinds: readonly ListKind[]) => void;
  readonly onState: (upstream: Server) => void;
  readonly onFault: (upstream: Server, error: unknown) => void;
  readonly onConnected: (upstream: Server, link: UpstreamLink) => void;
  readonly onRequest: (upstream: Server, link: UpstreamLink, frame: Frame) => void;
  readonly onNotification: (upstream: Server, link: UpstreamLink, frame: Frame) => void;
}

/** The session that a connection is opened for. */
export interface LinkOwner {
  readonly id: string;
  readonly client: RawClient;
  /** Whether servers can send requests to this client. It then needs a connection of its own. */
  readonly acceptsServerRequests: boolean;
  /** Undefined for the user of this machine. */
  readonly principal?: string | undefined;
  /** Identifies the principal's stored sign-ins; default: its id. */
  readonly account?: string | undefined;
}

/** The owner of connections that all sessions share. */
export const SHARED = '';

export function sharedOwner({ clientInfo }: GatewayOptions): LinkOwner {
  return { id: SHARED, client: { clientInfo, capabilities: {} }, acceptsServerRequests: false };
}
