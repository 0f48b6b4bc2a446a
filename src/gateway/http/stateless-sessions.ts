import type { SessionContext } from './legacy-session.ts';
import { StatelessSession } from './stateless-session.ts';

/** One stateless session per view, because views see different tools. */
export class StatelessSessions {
  readonly #context: SessionContext;
  readonly #sessions = new Map<string | undefined, StatelessSession>();

  constructor(context: SessionContext) {
    this.#context = context;
  }

  of(view: string | undefined): StatelessSession {
    const there = this.#sessions.get(view);
    if (there) return there;
    if (this.#sessions.size >= this.#context.limits.sessions) this.#makeRoom();
    const session = new StatelessSession(this.#context, view);
    this.#sessions.set(view, session);
    return session;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }

  #makeRoom(): void {
    for (const [view, session] of this.#sessions) {
      if (!session.isIdle) continue;
      this.#sessions.delete(view);
      void session.close();
      return;
    }
  }
}
