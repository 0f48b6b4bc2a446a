import type { GatewayEvent } from './session/session.ts';

interface Listener {
  readonly tell: (event: GatewayEvent) => void;
  readonly calls: boolean;
}

/** The event listeners of a gateway. */
export class GatewayEvents {
  readonly #listeners = new Set<Listener>();
  /** Whether a listener wants call events. */
  isObserved = false;

  /** Returns the function that removes the listener. */
  add(tell: Listener['tell'], calls: boolean): () => void {
    const listener: Listener = { tell, calls };
    this.#listeners.add(listener);
    this.#count();
    return () => {
      this.#listeners.delete(listener);
      this.#count();
    };
  }

  emit(event: GatewayEvent): void {
    for (const { tell, calls } of this.#listeners) {
      if (!calls && event.kind === 'call') continue;
      try {
        tell(event);
      } catch (error) {
        // An error in a listener is thrown in the program that added it and does not affect a client or server.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  #count(): void {
    this.isObserved = [...this.#listeners].some(({ calls }) => calls);
  }
}
