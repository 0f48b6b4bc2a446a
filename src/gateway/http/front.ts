import type { Metrics } from '../audit/metrics.ts';
import type { RefusalLog } from '../audit/refusal-log.ts';
import type { Gateway } from '../session.ts';
import type { Connections } from '../traffic/connections.ts';
import type { Address } from './address.ts';
import type { Guard } from './guard.ts';
import type { LegacySessions } from './legacy-sessions.ts';
import type { HttpLimits } from './limits.ts';
import type { OpenReplies } from './open-replies.ts';
import type { RateLimit } from './rate-limit.ts';
import type { StatelessSession } from './stateless-session.ts';

/** What the handling of one request needs of the front. */
export interface Front {
  readonly gateway: Gateway;
  readonly guard: Guard;
  readonly addressOf: (url: string) => Address;
  readonly limits: HttpLimits;
  readonly rate: RateLimit;
  readonly strangers: RateLimit;
  readonly replies: OpenReplies;
  readonly legacy: LegacySessions;
  readonly stateless: (view: string | undefined) => StatelessSession;
  readonly metrics: Metrics;
  readonly refusals?: RefusalLog;
  readonly connections: Connections;
  /** An error that should not occur. */
  readonly onFault: (error: unknown) => void;
  readonly isDraining: boolean;
  /** The first lists of all servers are there, or there is nothing to wait for. */
  readonly isReady: boolean;
}
