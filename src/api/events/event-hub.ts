import type { ApiEvent } from '../contract/events.ts';

/** Where everything that a page should hear of at once is said. */
export interface EventHub {
  /** The number of the newest event. */
  readonly latest: number;
  publish(event: ApiEvent): void;
  /** Gets every event from now on; the number tells where to go on after a lost connection. */
  subscribe(listener: (event: ApiEvent, id: number) => void): () => void;
  /** What came after an event; undefined when some of it is no longer known. */
  after(id: number): readonly NumberedEvent[] | undefined;
}

export interface NumberedEvent {
  readonly id: number;
  readonly event: ApiEvent;
}

/** Enough for a page that sleeps for a while; one that missed more starts over. */
const KEPT = 2000;

/** `prepare` makes of an event what pages may hear. */
export function createEventHub(kept = KEPT, prepare: (event: ApiEvent) => ApiEvent = (event) => event): EventHub {
  /** The event with number `id` stands at `id % kept`. */
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
      // Each call is a subscription of its own, also with the same function.
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
