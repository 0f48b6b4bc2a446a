import type { ApiEvent } from '../contract/events.ts';

/** Where everything that a page should hear of at once is said. */
export interface EventHub {
  publish(event: ApiEvent): void;
  /** Gets every event from now on; the number tells where to go on after a lost connection. */
  subscribe(listener: (event: ApiEvent, id: number) => void): () => void;
}
