import type { Surroundings } from './legacy-session.ts';
import { StatelessSession } from './stateless-session.ts';

/** One for each view, since what one client may see another may not. */
export class StatelessSessions {
  readonly #around: Surroundings;
  readonly #sessions = new Map<string | undefined, StatelessSession>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  of(view: string | undefined): StatelessSession {
    const there = this.#sessions.get(view);
    if (there) return there;
    if (this.#sessions.size >= this.#around.limits.sessions) this.#makeRoom();
    const session = new StatelessSession(this.#around, view);
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
