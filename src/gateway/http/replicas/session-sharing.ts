import { textOf } from '../../message/frame.ts';
import type { Frame } from '../../session/session.ts';
import type { FieldChange, SessionFields, SharedState } from '../../state/gateway-state.ts';

const HOME = 'home';

/** Every replica sends these by itself, or subscribed by itself, so only the one with the stream must. */
const own: ReadonlySet<string> = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/message',
]);

/** One legacy session as the replicas share it. Each has a copy; the one with the client's stream is its home. */
export class SessionSharing {
  readonly #shared: SharedState;
  readonly #id: string;
  readonly #ttlMs: number;
  #fields: Record<string, string>;
  #writing: Promise<void> = Promise.resolve();
  #touchedAt = Date.now();

  constructor(shared: SharedState, id: string, ttlMs: number, fields: SessionFields = {}) {
    this.#shared = shared;
    this.#id = id;
    this.#ttlMs = ttlMs;
    this.#fields = { ...fields };
  }

  get replica(): string {
    return this.#shared.replica;
  }

  /** The other replica that has the client's stream. */
  get home(): string | undefined {
    const home = this.#fields[HOME];
    return home === this.replica ? undefined : home;
  }

  /** Stores a change and tells the other replicas. */
  change(change: FieldChange): void {
    this.#merge(change);
    const { sessions, bus } = this.#shared;
    const work = async (): Promise<void> => {
      await sessions.change(this.#id, change, this.#ttlMs);
      await bus.broadcast({ kind: 'session-change', session: this.#id, change });
    };
    // What cannot be stored now is stored with all other fields when the store is back.
    this.#writing = this.#writing.then(work).catch(() => {});
  }

  /** Applies a change that another replica has stored. */
  changed(change: FieldChange): void {
    this.#merge(change);
  }

  /** Resolves when all changes are stored, or cannot be. */
  async stored(): Promise<void> {
    await this.#writing;
  }

  /** Keeps the record from expiring. */
  used(now: number): void {
    if (now - this.#touchedAt < this.#ttlMs / 4) return;
    this.#touchedAt = now;
    this.#shared.sessions.touch(this.#id, this.#ttlMs).catch(() => {});
  }

  /** The client opened its stream here. Resolves to whether the replica that had it before is lost. */
  async streamOpened(): Promise<boolean> {
    const before = this.home;
    this.change({ set: { [HOME]: this.replica } });
    return before !== undefined && !(await this.#shared.bus.send(before, { kind: 'ping' }).catch(() => true));
  }

  streamClosed(): void {
    if (this.#fields[HOME] === this.replica) this.change({ remove: [HOME] });
  }

  /** Passes a message to the replica with the stream. Resolves to false if it must be kept. */
  async sendHome(frame: Frame): Promise<boolean> {
    const { home } = this;
    if (home === undefined) return false;
    if (own.has(frame.message.method ?? '')) return true;
    return this.#shared.bus
      .send(home, { kind: 'session-send', session: this.#id, text: textOf(frame) })
      .catch(() => false);
  }

  /** Passes a message of the client to the replicas that may wait for it. */
  forward(frame: Frame): void {
    this.#shared.bus.broadcast({ kind: 'session-receive', session: this.#id, text: textOf(frame) }).catch(() => {});
  }

  /** Stores the session again if the store has lost it. Resolves to false if its client ended it elsewhere. */
  async heal(): Promise<boolean> {
    const { sessions } = this.#shared;
    const record = await sessions.read(this.#id);
    if (record === 'ended') return false;
    await sessions.change(this.#id, { set: { ...this.#fields, ...record } }, this.#ttlMs);
    return true;
  }

  #merge({ set = {}, remove = [] }: FieldChange): void {
    this.#fields = { ...this.#fields, ...set };
    for (const field of remove) delete this.#fields[field];
  }
}
