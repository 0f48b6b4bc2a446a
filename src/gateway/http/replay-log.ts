import { textOf } from '../message/frame.ts';
import type { Frame, RequestId } from '../session/session.ts';
import type { StoredEvent } from '../state/gateway-state.ts';
import { readEventId } from './event-id.ts';

/** Events that other replicas can read. */
export interface SharedLog {
  readonly replica: string;
  append(event: StoredEvent): void;
}

interface ReplayEvent {
  readonly stream: number;
  readonly number: number;
  readonly frame: Frame & { readonly text: string };
}

/**
 * Events sent on the streams of a session, kept so a client can resume. Bounded: the oldest notification is dropped
 * first, and responses only if no notification is left.
 */
export class ReplayLog {
  readonly #mostBytes: number;
  readonly #mostEvents: number;
  readonly #shared: SharedLog | undefined;
  readonly #events: ReplayEvent[] = [];
  #bytes = 0;
  #last = 0;

  constructor(mostBytes: number, mostEvents: number, shared?: SharedLog) {
    this.#mostBytes = mostBytes;
    this.#mostEvents = mostEvents;
    this.#shared = shared;
  }

  /** Records which requests a stream answers, so that another replica can fail them if this one is lost. */
  begin(stream: number, ids: readonly RequestId[]): void {
    this.#shared?.append({ stream: this.#nameOf(stream), number: this.#last, text: '', ids: JSON.stringify(ids) });
  }

  /** Returns the event id. An event without a message is only a point to resume from. */
  add(stream: number, frame?: Frame): string {
    this.#last += 1;
    const text = frame ? textOf(frame) : '';
    if (frame && text.length <= this.#mostBytes) {
      const { method, id } = frame.message;
      const message = { ...(method !== undefined && { method }), ...(id !== undefined && { id }) };
      this.#events.push({ stream, number: this.#last, frame: { message, isPartial: true, text } });
      this.#bytes += text.length;
      this.#shared?.append({ stream: this.#nameOf(stream), number: this.#last, text });
      while (this.#bytes > this.#mostBytes || this.#events.length > this.#mostEvents) this.#dropOne();
    }
    return `${this.#nameOf(stream)}-${this.#last}`;
  }

  #nameOf(stream: number): string {
    return this.#shared ? `${this.#shared.replica}.${stream}` : String(stream);
  }

  /** The events that followed an event on its stream. */
  eventsAfter(eventId: string): {
    readonly stream: number;
    readonly events: readonly (readonly [id: string, frame: Frame])[];
  } {
    const { stream, number } = readEventId(eventId);
    const events = this.#events
      .filter((event) => event.stream === stream && event.number > number)
      .map((event) => [`${this.#nameOf(stream)}-${event.number}`, event.frame] as const);
    return { stream, events };
  }

  #dropOne(): void {
    const at = this.#events.findIndex(({ frame }) => frame.message.id === undefined);
    const [dropped] = this.#events.splice(Math.max(0, at), 1);
    this.#bytes -= dropped?.frame.text.length ?? 0;
  }
}
