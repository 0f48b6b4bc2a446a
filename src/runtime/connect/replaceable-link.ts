import type { Failure } from '../types.ts';
import { closedByUs, ConnectionError } from './errors.ts';
import type { RetryableSendError } from './http/send-error.ts';
import type { Link } from './link.ts';

interface Uses {
  /** Reconnects after the server lost the session. */
  readonly reopen?: ((signal: AbortSignal) => Promise<Link>) | undefined;
  /** Called with a new link, before anything can arrive on it. */
  readonly adopt?: (link: Link) => void;
  /** Closes the wire of a lost link. Its session is gone, so there is nothing to end on the server. */
  readonly retire: (lost: Link) => void;
  readonly isSubscribed: () => boolean;
  /** The server may be a different version after reconnecting, so its lists may have changed. */
  readonly onListChanged: (method: string) => void;
}

/** The link to a server that is replaced once the server has lost the session. */
export class ReplaceableLink {
  /** Settles with the reason if the current link ends by itself. */
  readonly closed: Promise<Failure | undefined>;
  readonly #uses: Uses;
  readonly #end = new AbortController();
  #resolveClosed: (failure: Failure | undefined) => void = () => {};
  #current: Link;
  #replacing: Promise<void> | undefined;

  constructor(link: Link, uses: Uses) {
    this.#current = link;
    this.#uses = uses;
    this.closed = new Promise((done) => {
      this.#resolveClosed = done;
    });
    this.#use(link);
  }

  get current(): Link {
    return this.#current;
  }

  /** Replaces a lost link. Several requests may detect the loss at the same time. */
  async replace(lost: Link, reason: RetryableSendError): Promise<void> {
    if (this.#current !== lost) return;
    this.#replacing ??= this.#replace(lost, reason).finally(() => {
      this.#replacing = undefined;
    });
    await this.#replacing;
  }

  /** Closes the current link, and waits for `others` before it resolves `closed`. */
  async close(others: () => readonly Promise<void>[] = () => []): Promise<void> {
    this.#end.abort(new ConnectionError(closedByUs));
    await this.#replacing?.catch(() => {});
    await Promise.all([this.#current.close(), ...others()]);
    this.#resolveClosed(undefined);
  }

  async #replace(lost: Link, reason: RetryableSendError): Promise<void> {
    const { reopen, retire, isSubscribed, onListChanged } = this.#uses;
    if (!reopen) throw reason;
    try {
      this.#current = await reopen(this.#end.signal);
    } catch (error) {
      lost.wire.fail(error instanceof ConnectionError ? error.failure : reason.failure);
      throw error;
    }
    this.#use(this.#current);
    if (isSubscribed()) this.#current.subscribe();
    retire(lost);
    for (const kind of ['tools', 'prompts', 'resources']) {
      if (this.#current.info.capabilities[kind] !== undefined) onListChanged(`notifications/${kind}/list_changed`);
    }
  }

  #use(link: Link): void {
    this.#uses.adopt?.(link);
    void this.#follow(link);
  }

  async #follow(link: Link): Promise<void> {
    const failure = await link.wire.closed;
    if (this.#current === link) this.#resolveClosed(failure);
  }
}
