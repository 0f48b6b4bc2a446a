import { ConnectionError } from '../../runtime/connect/errors.ts';
import type { ConnectionState } from '../../runtime/types.ts';
import type { BreakerStore } from '../state/gateway-state.ts';

/** The circuit breaker of one server, shared by all replicas. Without the store, each replica has only its own. */
export class SharedBreaker {
  readonly #store: BreakerStore;
  readonly #server: string;
  /** The breaker stopped the last attempt, which says nothing new about the server. */
  #hasRefused = false;

  constructor(store: BreakerStore, server: string) {
    this.#store = store;
    this.#server = server;
  }

  /** Throws if the server failed too often, at whichever replica. */
  async check(): Promise<void> {
    this.#hasRefused = await this.#store.isOpen(this.#server).catch(() => false);
    if (!this.#hasRefused) return;
    throw new ConnectionError({
      kind: 'unreachable',
      message: 'The server failed several times in a row at several replicas.',
      tip: 'It is tried again within 10 seconds.',
    });
  }

  observe({ name }: ConnectionState): void {
    if (name === 'ready') this.#store.succeeded(this.#server).catch(() => {});
    if ((name === 'failed' || name === 'backoff') && !this.#hasRefused)
      this.#store.failed(this.#server).catch(() => {});
  }
}
