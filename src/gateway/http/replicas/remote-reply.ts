import { textOf } from '../../message/frame.ts';
import type { Frame } from '../../session/session.ts';
import type { Bus, BusMessage } from '../../state/gateway-state.ts';
import type { ReplyOwner, ReplySink } from '../reply-sink.ts';

/** The response to a request that came through another replica, which has the connection to the client. */
export class RemoteReply implements ReplySink {
  readonly name: string | number;
  headers: Readonly<Record<string, string>> | undefined;
  readonly isPrimed = false;
  readonly #bus: Bus;
  readonly #to: { readonly replica: string; readonly key: string };
  readonly #owner: ReplyOwner;
  readonly #onOver: () => void;
  #state: 'waiting' | 'streaming' | 'over' = 'waiting';

  constructor(
    bus: Bus,
    to: { readonly replica: string; readonly key: string; readonly onOver: () => void },
    owner: ReplyOwner,
    name: string | number,
  ) {
    this.#bus = bus;
    this.#to = to;
    this.#onOver = to.onOver;
    this.#owner = owner;
    this.name = name;
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  get isStreaming(): boolean {
    return this.#state === 'streaming';
  }

  begin(): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'streaming';
    this.#send({ kind: 'reply', op: 'begin' });
  }

  stream(frame: Frame, eventId?: string): void {
    this.begin();
    if (this.#state === 'streaming') this.#send({ kind: 'reply', op: 'stream', text: textOf(frame), id: eventId });
  }

  /** The replica with the connection sends its own. */
  keepAlive(): void {}

  answer(text: string, status = 200): void {
    if (this.#state !== 'over') this.#send({ kind: 'reply', op: 'answer', text, status });
    this.finish(false);
  }

  end(): void {
    if (this.#state !== 'over') this.#send({ kind: 'reply', op: 'end' });
    this.finish(false);
  }

  /** The client disconnected, or the replica with its connection is lost. */
  finish(isGone: boolean): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#onOver();
    this.#owner.onReplyClosed(this, isGone);
  }

  #send(message: BusMessage): void {
    const { replica, key } = this.#to;
    this.#bus.send(replica, { ...message, key }).then(
      (isHeard) => isHeard || this.finish(true),
      () => this.finish(true),
    );
  }
}
