import type { IncomingMessage } from 'node:http';
import type { Metrics } from '../audit/metrics.ts';
import type { RefusalLog } from '../audit/refusal-log.ts';
import type { Authentication } from '../auth/authenticate.ts';
import type { ProtectedResource } from '../auth/oauth/protected-resource.ts';
import type { Caller } from '../auth/principal.ts';
import type { Gateway } from '../session/session.ts';
import type { UserSignIns } from '../sign-in/user-sign-ins.ts';
import type { GatewayState } from '../state/gateway-state.ts';
import type { Connections } from '../traffic/connections.ts';
import type { Address } from './address.ts';
import type { Guard } from './guard.ts';
import type { LegacySessions } from './legacy-sessions.ts';
import type { HttpLimits } from './limits.ts';
import type { Peer } from './listen/peers.ts';
import type { OpenReplies } from './open-replies.ts';
import type { FrontReplicas } from './replicas/front-replicas.ts';
import type { StatelessSession } from './stateless-session.ts';

/** The parts of the HTTP front that request handlers use. */
export interface Front {
  readonly gateway: Gateway;
  readonly state: GatewayState;
  readonly guard: Guard;
  readonly authentication: Authentication;
  /** Set if an authorization server issues tokens. */
  readonly resource?: ProtectedResource | undefined;
  readonly addressOf: (url: string) => Address;
  readonly limits: HttpLimits;
  /** By principal. */
  readonly rate: (principal: string) => number;
  /** By address. */
  readonly strangers: (address: string) => number;
  /** Set if other machines can connect. */
  readonly peerOf?: (request: IncomingMessage) => Peer;
  readonly replies: OpenReplies;
  readonly legacy: LegacySessions;
  readonly stateless: (caller: Caller) => StatelessSession;
  /** Set if other replicas serve the same clients. */
  readonly replicas?: FrontReplicas;
  /** Set if users sign in to servers in a browser. */
  readonly signIns?: UserSignIns;
  readonly metrics: Metrics;
  readonly refusals?: RefusalLog;
  readonly connections: Connections;
  /** Called with an unexpected error. */
  readonly onFault: (error: unknown) => void;
  /** New requests are rejected. */
  readonly isDraining: boolean;
  /** The front will soon drain; balancers should look elsewhere. */
  readonly isLeaving: boolean;
  /** Whether the initial lists of all servers are available. */
  readonly isReady: boolean;
}
