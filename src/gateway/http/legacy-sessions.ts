import { LegacySession, type Surroundings } from './legacy-session.ts';

/** The sessions of the legacy era. Clients that go away without a word leave theirs behind. */
export class LegacySessions {
  readonly #around: Surroundings;
  readonly #sessions = new Map<string, LegacySession>();
  readonly #timer: NodeJS.Timeout;

  constructor(around: Surroundings) {
    this.#around = around;
    const { sessionIdleMs, resumeMs } = around.limits;
    this.#timer = setInterval(() => this.#sweep(), Math.max(10, Math.min(30_000, sessionIdleMs / 4, resumeMs / 4)));
    this.#timer.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Undefined when there are too many and all of them are in use. */
  open(view: string | undefined): LegacySession | undefined {
    if (this.#sessions.size >= this.#around.limits.sessions && !this.#makeRoom()) return undefined;
    const session = new LegacySession(this.#around, view);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** Only for the client it was opened for. */
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

  /** The one that has not been used for longest goes; its client will be told to begin anew. */
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
    const { sessionIdleMs, resumeMs } = this.#around.limits;
    const before = Date.now() - sessionIdleMs;
    for (const session of this.#sessions.values()) {
      session.sweep(Date.now() - resumeMs);
      if (session.isClosed || (session.idleSince ?? Infinity) <= before) void this.end(session);
    }
  }
}
