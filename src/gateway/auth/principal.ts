import type { OpenOptions } from '../session/session.ts';

/** Who sends a request. */
export interface Principal {
  readonly kind: 'local' | 'token' | 'oauth';
  /** Unique among all principals: `local`, `token:<name>` or `oauth:<subject>`. */
  readonly id: string;
  /**
   * Identifies the holder for secrets that are kept for it; default: the id. A new token with an old name, or the same
   * subject of another issuer, is another holder.
   */
  readonly account?: string;
  /** The widest view, as written by `viewText`. Absent: everything that the gateway offers. */
  readonly view?: string;
  readonly scopes: readonly string[];
  readonly groups: readonly string[];
  /** May read metrics and status, nothing else. */
  readonly isMonitor?: true;
  /** When the credential expires, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The user of this machine, who has the token of the state directory. */
export const LOCAL: Principal = { kind: 'local', id: 'local', scopes: [], groups: [], expiresAt: Infinity };

/** Whether two requests come from the same principal with the same rights. */
export function isSamePrincipal(one: Principal, other: Principal): boolean {
  return one === other || (one.id === other.id && one.account === other.account && one.view === other.view);
}

/** A principal, and the view in its URL. */
export interface Caller {
  readonly principal: Principal;
  readonly view: string | undefined;
}

/** Whether the principal may see metrics and the status of all servers. */
export function maySeeStatus({ kind, isMonitor }: Principal): boolean {
  return kind === 'local' || isMonitor === true;
}

/** The options of the gateway session of a caller. */
export function openOptions({ principal, view }: Caller): OpenOptions {
  return {
    ...(view !== undefined && { view }),
    ...(principal.kind !== 'local' && { principal: principal.id }),
    ...(principal.account !== undefined && { account: principal.account }),
    ...(principal.view !== undefined && { within: principal.view }),
  };
}
