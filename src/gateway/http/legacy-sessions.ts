import { CALLER, readCaller } from '../auth/caller-text.ts';
import { type Caller, isSamePrincipal, type Principal } from '../auth/principal.ts';
import { isReadable } from '../session/session-fields.ts';
import { LegacySession, type SessionContext } from './legacy-session.ts';

/** How many sessions are compared with the store at once after it was away. */
const HEAL_AT_ONCE = 100;

/**
 * All legacy sessions of this replica. Sessions of clients that disappear without DELETE expire. With a shared state,
 * these are copies: removing one does not end the session.
 */
export class LegacySessions {
  readonly #context: SessionContext;
  readonly #sessions = new Map<string, LegacySession>();
  readonly #restoring = new Map<string, Promise<LegacySession | undefined>>();
  readonly #timer: NodeJS.Timeout;
  readonly #stopHealing: (() => void) | undefined;

  constructor(context: SessionContext) {
    this.#context = context;
    const { sessionIdleMs, resumeMs } = context.limits;
    this.#timer = setInterval(() => this.#sweep(), Math.max(10, Math.min(30_000, sessionIdleMs / 4, resumeMs / 4)));
    this.#timer.unref();
    this.#stopHealing = context.shared?.onReachable(() => void this.#heal());
  }

  get size(): number {
    return this.#sessions.size;
  }

  get isShared(): boolean {
    return this.#context.shared !== undefined;
  }

  /** Undefined if the limit is reached and all sessions are in use. */
  open(caller: Caller): LegacySession | undefined {
    if (!this.#hasRoom()) return undefined;
    const session = new LegacySession(this.#context, caller);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** Finds a session of this replica that the same principal opened with the same view. */
  find(id: string, { principal, view }: Caller): LegacySession | undefined {
    const session = this.here(id);
    return session && session.view === view && isSamePrincipal(session.principal, principal) ? session : undefined;
  }

  /** Closes the sessions of principals that are no longer valid. */
  endOf(isGone: (principal: Principal) => boolean): void {
    for (const session of this.#sessions.values()) if (isGone(session.principal)) void this.end(session);
  }

  here(id: string): LegacySession | undefined {
    const session = this.#sessions.get(id);
    return session?.isClosed ? undefined : session;
  }

  /** Takes over a session that another replica opened. Rejects if that cannot be determined now. */
  async restore(id: string, caller: Caller): Promise<LegacySession | undefined> {
    const restoring = this.#restoring.get(id) ?? this.#restore(id);
    this.#restoring.set(id, restoring);
    try {
      await restoring;
    } finally {
      this.#restoring.delete(id);
    }
    return this.find(id, caller);
  }

  /** Ends a session at all replicas. */
  async end(session: LegacySession): Promise<void> {
    const { shared, limits } = this.#context;
    await this.remove(session);
    if (!shared) return;
    await shared.sessions.end(session.id, limits.sessionIdleMs).catch(() => {});
    await shared.bus.broadcast({ kind: 'session-end', session: session.id }).catch(() => {});
  }

  async remove(session: LegacySession): Promise<void> {
    this.#sessions.delete(session.id);
    await session.close();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopHealing?.();
    await Promise.all([...this.#sessions.values()].map((session) => this.remove(session)));
  }

  async #restore(id: string): Promise<LegacySession | undefined> {
    const known = this.here(id);
    const { shared } = this.#context;
    const fields = known ? undefined : await shared?.sessions.read(id);
    if (!known && !fields && shared?.acceptsWrites === false) throw new Error('The session may not have been stored');
    if (!fields || fields === 'ended') return known;
    const caller = readCaller(fields[CALLER]);
    if (!caller || !isReadable(fields)) return undefined;
    if (!this.#hasRoom()) throw new Error('Too many sessions');
    const session = new LegacySession(this.#context, caller, { id, fields });
    this.#sessions.set(id, session);
    return session;
  }

  #hasRoom(): boolean {
    return this.#sessions.size < this.#context.limits.sessions || this.#makeRoom();
  }

  /** Evicts the session that has been idle longest. If it is not shared, its client gets 404 and must initialize again. */
  #makeRoom(): boolean {
    let oldest: { readonly session: LegacySession; readonly since: number } | undefined;
    for (const session of this.#sessions.values()) {
      const since = session.idleSince;
      if (since !== undefined && (!oldest || since < oldest.since)) oldest = { session, since };
    }
    if (oldest) void this.remove(oldest.session);
    return oldest !== undefined;
  }

  /** The store may have lost sessions, or clients may have ended some elsewhere. */
  async #heal(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    while (sessions.length > 0) {
      const some = sessions.splice(0, HEAL_AT_ONCE);
      const kept = await Promise.all(some.map(async (session) => session.heal().catch(() => true)));
      for (const [index, session] of some.entries()) if (!kept[index]) void this.remove(session);
    }
  }

  #sweep(): void {
    const { sessionIdleMs, resumeMs } = this.#context.limits;
    const before = Date.now() - sessionIdleMs;
    for (const session of this.#sessions.values()) {
      session.sweep(Date.now() - resumeMs);
      if (session.isClosed || (session.idleSince ?? Infinity) <= before) void this.remove(session);
    }
  }
}
