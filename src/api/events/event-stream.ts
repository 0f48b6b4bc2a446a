import { randomBytes } from 'node:crypto';
import type { ApiEvent } from '../contract/events.ts';
import type { EventHub } from './event-hub.ts';

/** Intermediaries may drop a connection that is silent for longer. */
const HEARTBEAT_MS = 15_000;

/** The reconnect delay of the browser. */
const RETRY_MS = 1000;

/** IDs restart with every process, so an ID of another process must not be mistaken for ours. */
const run = randomBytes(6).toString('hex');

export interface EventStreamOptions {
  /** The `Last-Event-ID` of the page. */
  readonly lastEventId?: string | undefined;
  readonly heartbeatMs?: number;
  readonly onClose?: () => void;
}

/**
 * Streams events as server-sent events. Nothing is queued for a slow page: it gets what the hub still has when it reads
 * on.
 */
export function eventStream(hub: EventHub, options: EventStreamOptions = {}): ReadableStream<Uint8Array> {
  const { lastEventId, heartbeatMs = HEARTBEAT_MS, onClose } = options;
  const encoder = new TextEncoder();
  let wake: () => void = () => {};
  let isOpen = true;
  let position = lastEventId === undefined ? hub.latest : positionOf(lastEventId);
  const stopListening = hub.subscribe(() => wake());
  // The browser stores an ID without data and fires no event.
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

  /** False on timeout. */
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

/** The ID after which a stream tells all that happens from now on. */
export function latestEventId(hub: EventHub): string {
  return idOf(hub.latest);
}

function textOf(event: ApiEvent, id: number): string {
  return `id: ${idOf(id)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function idOf(position: number): string {
  return `${run}-${position}`;
}

/** Undefined for an ID of another process. */
function positionOf(id: string): number | undefined {
  const [of, position] = id.split('-');
  return of === run && position !== undefined && /^\d+$/.test(position) ? Number(position) : undefined;
}
