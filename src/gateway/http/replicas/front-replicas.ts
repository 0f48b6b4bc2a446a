import { readCaller } from '../../auth/caller-text.ts';
import type { Caller } from '../../auth/principal.ts';
import { BadMessage } from '../../message/bad-message.ts';
import { readFrame } from '../../message/frame.ts';
import { readChange } from '../../session/session-fields.ts';
import type { Frame } from '../../session/session.ts';
import type { BusMessage, SharedState } from '../../state/gateway-state.ts';
import type { LegacySessions } from '../legacy-sessions.ts';
import type { ReplyOwner } from '../reply-sink.ts';
import type { StatelessSession } from '../stateless-session.ts';
import { AwaitedReplies } from './awaited-replies.ts';
import { RemoteReply } from './remote-reply.ts';

interface Parts {
  readonly shared: SharedState;
  readonly legacy: LegacySessions;
  readonly stateless: (caller: Caller) => StatelessSession;
  readonly onFault: (error: unknown) => void;
}

/** Handles messages of other replicas, and sends requests to them. */
export class FrontReplicas {
  readonly awaited: AwaitedReplies;
  readonly #parts: Parts;
  readonly #replies = new Map<string, RemoteReply>();
  readonly #stop: () => void;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.awaited = new AwaitedReplies(parts.shared);
    this.#stop = parts.shared.bus.listen((message) => {
      this.#receive(message).catch((error: unknown) => parts.onFault(error));
    });
  }

  stop(): void {
    this.#stop();
    this.awaited.stop();
  }

  async #receive(message: BusMessage): Promise<void> {
    const { kind, key } = message;
    if (kind === 'reply') this.awaited.receive(message);
    else if (kind === 'reply-closed') this.#replies.get(String(key))?.finish(true);
    else if (kind === 'request') await this.#onRequest(message);
    else if (typeof message['session'] === 'string') this.#onSession(message, message['session']);
  }

  #onSession(message: BusMessage, id: string): void {
    const { legacy } = this.#parts;
    const session = legacy.here(id);
    if (!session) return this.#onUnknownSession(message);
    const { kind, text } = message;
    const frame = typeof text === 'string' ? frameIn(text) : undefined;
    const change = readChange(message['change']);
    if (kind === 'session-change' && change) session.changed(change);
    else if (kind === 'session-end') void legacy.remove(session);
    else if (kind === 'session-receive' && frame) session.receiveHere([frame]);
    else if (kind === 'session-send' && frame) session.deliver(frame);
    else if (kind === 'resume') {
      session.openStream((owner, name) => this.#replyTo(message, owner, name), String(message['event']));
    }
  }

  /** A replica that resumes a stream must not wait. */
  #onUnknownSession({ kind, from, key }: BusMessage): void {
    const { bus } = this.#parts.shared;
    if (kind === 'resume') bus.send(String(from), { kind: 'reply', op: 'end', key }).catch(() => {});
  }

  async #onRequest(message: BusMessage): Promise<void> {
    const { legacy, stateless } = this.#parts;
    const caller = readCaller(message['caller']);
    const frame = frameIn(String(message['text']));
    const { method, id } = frame?.message ?? {};
    if (!frame || !caller || method === undefined || id == null) return;
    const replyFor = (owner: ReplyOwner, name: string | number): RemoteReply => this.#replyTo(message, owner, name);
    if (typeof message['session'] !== 'string') return stateless(caller).handleForwarded(frame, replyFor);
    const session = await legacy.restore(message['session'], caller);
    session?.handleRequests([frame], [id], replyFor, false);
  }

  #replyTo({ from, key }: BusMessage, owner: ReplyOwner, name: string | number): RemoteReply {
    const id = String(key);
    const to = { replica: String(from), key: id, onOver: () => void this.#replies.delete(id) };
    const reply = new RemoteReply(this.#parts.shared.bus, to, owner, name);
    this.#replies.set(id, reply);
    return reply;
  }
}

function frameIn(text: string): Frame | undefined {
  const frame = readFrame(text);
  return frame instanceof BadMessage ? undefined : frame;
}
