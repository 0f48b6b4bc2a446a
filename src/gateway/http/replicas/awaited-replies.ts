import { randomUUID } from 'node:crypto';
import { BadMessage } from '../../message/bad-message.ts';
import { readFrame, textOf } from '../../message/frame.ts';
import type { BusMessage, SharedState } from '../../state/gateway-state.ts';
import type { ReplySink } from '../reply-sink.ts';

interface Awaited {
  readonly replica: string;
  readonly reply: ReplySink;
  readonly onLost: () => void;
}

/** How often to check that replicas which owe a reply are alive. */
const PROBE_MS = 400;

/** Replies that another replica sends and this one passes to the client. */
export class AwaitedReplies {
  readonly #shared: SharedState;
  readonly #awaited = new Map<string, Awaited>();
  #timer: NodeJS.Timeout | undefined;

  constructor(shared: SharedState) {
    this.#shared = shared;
  }

  /** Asks another replica. `onLost` is called if it cannot be reached, at once or before its reply is complete. */
  ask(replica: string, message: BusMessage, reply: ReplySink, onLost: () => void): void {
    const key = randomUUID();
    this.#awaited.set(key, { replica, reply, onLost });
    this.#timer ??= setInterval(() => this.#probe(), PROBE_MS).unref();
    this.#deliver(key, replica, { ...message, key });
  }

  /** What is not a message is not passed on: other programs can write to the shared store. */
  receive({ key, op, text = '', id, status }: BusMessage): void {
    const awaited = this.#awaited.get(String(key));
    if (!awaited) return;
    const { reply } = awaited;
    const frame = op === 'stream' || op === 'answer' ? readFrame(String(text)) : undefined;
    if (op === 'begin') reply.begin();
    else if (frame instanceof BadMessage) this.#loseOne(String(key));
    else if (op === 'stream' && frame) reply.stream(frame, isEventId(id) ? id : undefined);
    else {
      this.#forget(String(key));
      if (frame) reply.answer(textOf(frame), isStatus(status) ? status : 200);
      else reply.end();
    }
  }

  /** The client closed the connection of this reply. */
  closed(reply: ReplySink): void {
    for (const [key, awaited] of this.#awaited) {
      if (awaited.reply !== reply) continue;
      this.#forget(key);
      this.#shared.bus.send(awaited.replica, { kind: 'reply-closed', key }).catch(() => {});
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #probe(): void {
    const replicas = new Set([...this.#awaited.values()].map(({ replica }) => replica));
    for (const replica of replicas) {
      for (const [key, awaited] of this.#awaited) {
        if (awaited.replica !== replica) continue;
        this.#deliver(key, replica, { kind: 'ping' });
        break;
      }
    }
  }

  #deliver(key: string, replica: string, message: BusMessage): void {
    this.#shared.bus.send(replica, message).then(
      (isHeard) => isHeard || this.#lose(replica),
      () => this.#loseOne(key),
    );
  }

  #lose(replica: string): void {
    for (const [key, awaited] of this.#awaited) if (awaited.replica === replica) this.#loseOne(key);
  }

  #loseOne(key: string): void {
    const awaited = this.#awaited.get(key);
    this.#forget(key);
    awaited?.onLost();
  }

  #forget(key: string): void {
    this.#awaited.delete(key);
    if (this.#awaited.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** A line break would end the field of the event. */
function isEventId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w.-]{1,100}$/.test(id);
}

function isStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 200 && (status as number) < 600;
}
