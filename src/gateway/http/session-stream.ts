import { textOf } from '../message/frame.ts';
import type { Frame, RequestId } from '../session/session.ts';
import { Backlog } from '../traffic/backlog.ts';
import { MAX_OPTIONAL } from '../traffic/paced-writer.ts';
import type { Channel } from './channel.ts';
import type { ReplayLog } from './replay-log.ts';
import type { SessionSharing } from './replicas/session-sharing.ts';
import type { ReplySink } from './reply-sink.ts';

interface Parts {
  readonly log: ReplayLog;
  readonly sharing: SessionSharing | undefined;
  /** Server requests that cannot be delivered are rejected beyond this. */
  readonly mostHeld: number;
  readonly onUndeliverable: (id: RequestId) => void;
}

/** The stream of a legacy session for messages that belong to no request, and the messages held without one. */
export class SessionStream {
  readonly #parts: Parts;
  readonly #open = new Set<ReplySink>();
  /** Messages held while the client has no open stream. Most sessions never hold any. */
  #held: Backlog<Frame> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** `missed` are events of a replica that had the stream before. */
  add(reply: ReplySink, missed: readonly (readonly [id: string, frame: Frame])[]): void {
    for (const [id, frame] of missed) reply.stream(frame, id);
    this.#open.add(reply);
    for (const frame of this.#takeHeld()) this.#stream(reply, frame);
  }

  /** Returns whether this was the last reply. */
  remove(reply: ReplySink): boolean {
    return this.#open.delete(reply) && this.#open.size === 0;
  }

  /**
   * Sends a message on exactly one stream. A server request may also use the stream of a POST, because the client may
   * never open one for the session.
   */
  send(frame: Frame, posts: Iterable<Channel>): void {
    const reply = [...this.#open].at(-1);
    if (reply) return this.#stream(reply, frame);
    if (questionId(frame) !== undefined) {
      for (const channel of posts) if (channel.isOpen) return channel.stream(frame);
    }
    if (this.#parts.sharing?.home === undefined) this.#hold(frame);
    else this.#sendHome(frame);
  }

  /** Sends a message of another replica. */
  deliver(frame: Frame): void {
    const reply = [...this.#open].at(-1);
    if (reply) this.#stream(reply, frame);
    else this.#hold(frame);
  }

  /** The client may have opened its stream at another replica, which gets the held messages. */
  moveHeld(): void {
    if (this.#parts.sharing?.home !== undefined) for (const frame of this.#takeHeld()) this.#sendHome(frame);
  }

  end(): void {
    for (const reply of this.#open) reply.end();
  }

  #stream(reply: ReplySink, frame: Frame): void {
    reply.stream(frame, this.#parts.log.add(0, frame));
  }

  #sendHome(frame: Frame): void {
    void this.#parts.sharing?.sendHome(frame).then((isSent) => isSent || this.#hold(frame));
  }

  #hold(frame: Frame): void {
    const { mostHeld, onUndeliverable } = this.#parts;
    const id = questionId(frame);
    this.#held ??= new Backlog<Frame>(MAX_OPTIONAL);
    if (id !== undefined && this.#held.keptLength > mostHeld) onUndeliverable(id);
    else this.#held.add(frame, frame, textOf(frame).length);
  }

  #takeHeld(): Frame[] {
    const held = this.#held;
    this.#held = undefined;
    const frames: Frame[] = [];
    for (let frame = held?.take(); frame; frame = held?.take()) frames.push(frame);
    return frames;
  }
}

/** The id of a server request. */
function questionId({ message: { id, method } }: Frame): RequestId | undefined {
  return method !== undefined && id !== undefined && id !== null ? id : undefined;
}
