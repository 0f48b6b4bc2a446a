import { randomUUID } from 'node:crypto';
import { BadMessage } from '../../message/bad-message.ts';
import { readFrame } from '../../message/frame.ts';
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

  receive({ key, op, text = '', id, status }: BusMessage): void {
    const awaited = this.#awaited.get(String(key));
    if (!awaited) return;
    const { reply } = awaited;
    if (op === 'begin') reply.begin();
    else if (op === 'stream') {
      const frame = readFrame(String(text));
      if (!(frame instanceof BadMessage)) reply.stream(frame, typeof id === 'string' ? id : undefined);
    } else {
      this.#forget(String(key));
      if (op === 'answer') reply.answer(String(text), Number(status ?? 200));
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
