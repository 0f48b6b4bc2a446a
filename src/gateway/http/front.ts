import type { Metrics } from '../audit/metrics.ts';
import type { RefusalLog } from '../audit/refusal-log.ts';
import type { Gateway } from '../session/session.ts';
import type { Connections } from '../traffic/connections.ts';
import type { Address } from './address.ts';
import type { Guard } from './guard.ts';
import type { LegacySessions } from './legacy-sessions.ts';
import type { HttpLimits } from './limits.ts';
import type { OpenReplies } from './open-replies.ts';
import type { RateLimit } from './rate-limit.ts';
import type { StatelessSession } from './stateless-session.ts';

/** The parts of the HTTP front that request handlers use. */
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
  /** Called with an unexpected error. */
  readonly onFault: (error: unknown) => void;
  readonly isDraining: boolean;
  /** Whether the initial lists of all servers are available. */
  readonly isReady: boolean;
}
