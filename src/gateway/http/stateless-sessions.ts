import type { Caller, Principal } from '../auth/principal.ts';
import { scopeText } from '../catalog/view-text.ts';
import type { SessionContext } from './legacy-session.ts';
import { StatelessSession } from './stateless-session.ts';

/** One stateless session per principal and view, because views see different tools and principals have their own tasks. */
export class StatelessSessions {
  readonly #context: SessionContext;
  readonly #sessions = new Map<string | undefined, StatelessSession>();

  constructor(context: SessionContext) {
    this.#context = context;
  }

  of(caller: Caller): StatelessSession {
    const key = keyOf(caller);
    const there = this.#sessions.get(key);
    if (there) return there;
    if (this.#sessions.size >= this.#context.limits.sessions) this.#makeRoom();
    const session = new StatelessSession(this.#context, caller);
    this.#sessions.set(key, session);
    return session;
  }

  /** Closes the sessions of principals that are no longer valid. */
  endOf(isGone: (principal: Principal) => boolean): void {
    for (const [key, session] of this.#sessions) {
      if (!isGone(session.principal)) continue;
      this.#sessions.delete(key);
      void session.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }

  #makeRoom(): void {
    for (const [key, session] of this.#sessions) {
      if (!session.isIdle) continue;
      this.#sessions.delete(key);
      void session.close();
      return;
    }
  }
}

/** No part contains a line break except the account of a principal, which comes last. */
function keyOf({ principal, view }: Caller): string | undefined {
  return principal.kind === 'local'
    ? view
    : `${scopeText(principal.view ?? '', view)}\n${principal.account ?? principal.id}`;
}
