import type { ApiEvent } from '../contract/events.ts';

/** Broadcasts events to all open pages. */
export interface EventHub {
  /** The ID of the latest event. */
  readonly latest: number;
  publish(event: ApiEvent): void;
  /** Calls the listener for every event from now on; the ID allows resuming after a lost connection. */
  subscribe(listener: (event: ApiEvent, id: number) => void): () => void;
  /** The events after an ID; undefined if some of them are no longer kept. */
  after(id: number): readonly NumberedEvent[] | undefined;
}

export interface NumberedEvent {
  readonly id: number;
  readonly event: ApiEvent;
}

/** Enough for a page that was suspended for a while; one that missed more starts over. */
const KEPT = 2000;

/** `prepare` masks an event before it is sent to pages. */
export function createEventHub(kept = KEPT, prepare: (event: ApiEvent) => ApiEvent = (event) => event): EventHub {
  /** Ring buffer: the event `id` is at `id % kept`. */
  const ring: NumberedEvent[] = [];
  const listeners = new Set<(event: ApiEvent, id: number) => void>();
  let latest = 0;
  return {
    get latest() {
      return latest;
    },
    publish(said) {
      const event = prepare(said);
      latest += 1;
      ring[latest % kept] = { id: latest, event };
      for (const listener of listeners) listener(event, latest);
    },
    subscribe(listener) {
      // Each call is a separate subscription, even with the same function.
      const own = (event: ApiEvent, id: number): void => listener(event, id);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    after(id) {
      if (id > latest || id < latest - kept) return undefined;
      return Array.from({ length: latest - id }, (_, index) => ring[(id + 1 + index) % kept] as NumberedEvent);
    },
  };
}
