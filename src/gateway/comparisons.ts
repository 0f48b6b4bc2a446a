import type { UpstreamLink } from './upstream-link.ts';

interface Waiting {
  readonly done: () => void;
  readonly fail: (reason: unknown) => void;
}

/** On which connections a server has said what it offers. Each is a new start, after which it may say something else. */
export class Comparisons {
  readonly #ask: (link: UpstreamLink) => void;
  readonly #made = new WeakSet<UpstreamLink>();
  readonly #underWay = new WeakSet<UpstreamLink>();
  readonly #waiting = new Map<UpstreamLink, Waiting[]>();

  /** `ask` begins one on a connection that is there. */
  constructor(ask: (link: UpstreamLink) => void) {
    this.#ask = ask;
  }

  /** Settles when it has, and rejects when it will not; undefined when it has already. */
  on(link: UpstreamLink): Promise<void> | undefined {
    if (link.info && this.#made.has(link)) return undefined;
    const waiting = this.#waiting.get(link) ?? [];
    this.#waiting.set(link, waiting);
    const made = new Promise<void>((done, fail) => waiting.push({ done, fail }));
    if (!link.info) this.#connect(link);
    else if (!this.#underWay.has(link)) this.#ask(link);
    return made;
  }

  begun(link: UpstreamLink): void {
    this.#underWay.add(link);
  }

  made(link: UpstreamLink): void {
    this.#made.add(link);
    for (const { done } of this.#end(link)) done();
  }

  failed(link: UpstreamLink, reason: unknown): void {
    for (const { fail } of this.#end(link)) fail(reason);
  }

  /** The connection is lost. */
  forget(link: UpstreamLink): void {
    this.#made.delete(link);
  }

  #connect(link: UpstreamLink): void {
    void link.connect();
    link.connection.ready().catch((error: unknown) => this.failed(link, error));
  }

  #end(link: UpstreamLink): readonly Waiting[] {
    const waiting = this.#waiting.get(link) ?? [];
    this.#waiting.delete(link);
    this.#underWay.delete(link);
    return waiting;
  }
}
