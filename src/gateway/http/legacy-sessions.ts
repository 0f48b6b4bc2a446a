import { LegacySession, type SessionContext } from './legacy-session.ts';

/** All legacy sessions. Sessions of clients that disappear without DELETE expire. */
export class LegacySessions {
  readonly #context: SessionContext;
  readonly #sessions = new Map<string, LegacySession>();
  readonly #timer: NodeJS.Timeout;

  constructor(context: SessionContext) {
    this.#context = context;
    const { sessionIdleMs, resumeMs } = context.limits;
    this.#timer = setInterval(() => this.#sweep(), Math.max(10, Math.min(30_000, sessionIdleMs / 4, resumeMs / 4)));
    this.#timer.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Undefined if the limit is reached and all sessions are in use. */
  open(view: string | undefined): LegacySession | undefined {
    if (this.#sessions.size >= this.#context.limits.sessions && !this.#makeRoom()) return undefined;
    const session = new LegacySession(this.#context, view);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** Finds a session opened with the same view. */
  find(id: string, view: string | undefined): LegacySession | undefined {
    const session = this.#sessions.get(id);
    return session && !session.isClosed && session.view === view ? session : undefined;
  }

  async end(session: LegacySession): Promise<void> {
    this.#sessions.delete(session.id);
    await session.close();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#sessions.values()].map((session) => this.end(session)));
  }

  /** Evicts the session that has been idle longest. Its client gets 404 and must initialize again. */
  #makeRoom(): boolean {
    let oldest: { readonly session: LegacySession; readonly since: number } | undefined;
    for (const session of this.#sessions.values()) {
      const since = session.idleSince;
      if (since !== undefined && (!oldest || since < oldest.since)) oldest = { session, since };
    }
    if (oldest) void this.end(oldest.session);
    return oldest !== undefined;
  }

  #sweep(): void {
    const { sessionIdleMs, resumeMs } = this.#context.limits;
    const before = Date.now() - sessionIdleMs;
    for (const session of this.#sessions.values()) {
      session.sweep(Date.now() - resumeMs);
      if (session.isClosed || (session.idleSince ?? Infinity) <= before) void this.end(session);
    }
  }
}
