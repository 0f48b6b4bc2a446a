import { randomBytes } from 'node:crypto';
import type { ApiEvent } from '../contract/events.ts';
import type { EventHub } from './event-hub.ts';

/** A connection on which nothing is said for longer may be taken for dead on the way. */
const HEARTBEAT_MS = 15_000;

/** After how long a browser comes back when the connection is lost. */
const RETRY_MS = 1000;

/** Numbers start anew with every process, so one of another process must not be mistaken for ours. */
const run = randomBytes(6).toString('hex');

export interface EventStreamOptions {
  /** What the page heard last, as it stands in `Last-Event-ID`. */
  readonly lastEventId?: string | undefined;
  readonly heartbeatMs?: number;
  readonly onClose?: () => void;
}

/**
 * The events of a hub as the text of server-sent events. Nothing is queued for a page that reads slowly: it gets what the
 * hub still knows when it asks for more.
 */
export function eventStream(hub: EventHub, options: EventStreamOptions = {}): ReadableStream<Uint8Array> {
  const { lastEventId, heartbeatMs = HEARTBEAT_MS, onClose } = options;
  const encoder = new TextEncoder();
  let wake: () => void = () => {};
  let isOpen = true;
  let position = lastEventId === undefined ? hub.latest : positionOf(lastEventId);
  const stopListening = hub.subscribe(() => wake());
  // An id without data is remembered by the browser and tells nobody anything.
  let first: string | undefined = `retry: ${RETRY_MS}\nid: ${idOf(position ?? hub.latest)}\n\n`;

  const nextText = (): string | undefined => {
    if (first !== undefined) {
      const text = first;
      first = undefined;
      return text;
    }
    const missed = position === undefined ? undefined : hub.after(position);
    position = hub.latest;
    if (!missed) return textOf({ type: 'reset' }, position);
    return missed.length === 0 ? undefined : missed.map(({ event, id }) => textOf(event, id)).join('');
  };

  return new ReadableStream({
    async pull(controller) {
      const text = nextText() ?? ((await somethingNew(heartbeatMs)) ? nextText() : ': still here\n\n');
      if (isOpen && text !== undefined) controller.enqueue(encoder.encode(text));
    },
    cancel() {
      isOpen = false;
      stopListening();
      wake();
      onClose?.();
    },
  });

  /** False when nothing came in time. */
  async function somethingNew(ms: number): Promise<boolean> {
    return new Promise((done) => {
      const timer = setTimeout(() => done(false), ms);
      wake = () => {
        clearTimeout(timer);
        done(true);
      };
    });
  }
}

function textOf(event: ApiEvent, id: number): string {
  return `id: ${idOf(id)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function idOf(position: number): string {
  return `${run}-${position}`;
}

/** Undefined when it is none of ours. */
function positionOf(id: string): number | undefined {
  const [of, position] = id.split('-');
  return of === run && position !== undefined && /^\d+$/.test(position) ? Number(position) : undefined;
}
