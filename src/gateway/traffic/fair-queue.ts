/** What the queue knows of a request. */
export interface Queued {
  /** Whose request it is. Undefined for one that stays open by design, such as a subscription: it takes no place. */
  readonly client: string | undefined;
  /** Length of its text. */
  readonly size: number;
}

export interface QueueLimits {
  /** Requests in flight, all clients together. */
  readonly inFlight: number;
  /** Requests in flight of one client. */
  readonly inFlightPerClient: number;
  /** Requests of one client that wait for a place. */
  readonly waitingPerClient: number;
  /** Text of all requests of one client, in flight and waiting. */
  readonly bytesPerClient: number;
}

/** So many requests of each client are sent even if others hold all places with calls that hang. */
const OWN_SHARE = 4;
/** Own shares may take this multiple of the places. */
const MOST_SHARES = 4;
const MANY_LANES = 256;

interface Lane<T> {
  inFlight: number;
  bytes: number;
  readonly waiting: T[];
}

/** Decides which requests a server gets now. Clients take turns, so that one with many requests cannot stop the others. */
export class FairQueue<T extends Queued> {
  readonly #limits: QueueLimits;
  readonly #lanes = new Map<string, Lane<T>>();
  /** In the order in which they get the next place. */
  readonly #turns = new Set<Lane<T>>();
  #inFlight = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#turns.size === 0;
  }

  get size(): number {
    let size = 0;
    for (const { waiting } of this.#turns) size += waiting.length;
    return size;
  }

  *waiting(): Generator<T> {
    for (const { waiting } of this.#turns) yield* waiting;
  }

  /** Takes a place if there is one and no earlier request of the client waits. */
  enter(item: T): boolean {
    if (item.client === undefined) return true;
    const lane = this.#laneOf(item.client);
    if (lane.waiting.length > 0 || !this.#hasPlace(lane) || !this.#hasRoom(lane, item)) return false;
    lane.bytes += item.size;
    this.#take(lane, item);
    return true;
  }

  /** Waits for a place. False when too much of this client waits already. */
  wait(item: T): boolean {
    const lane = this.#laneOf(item.client);
    if (lane.waiting.length >= this.#limits.waitingPerClient || !this.#hasRoom(lane, item)) return false;
    lane.waiting.push(item);
    lane.bytes += item.size;
    this.#turns.add(lane);
    return true;
  }

  /** A request that had a place is over. */
  leave({ client, size }: T): void {
    if (client === undefined) return;
    const lane = this.#laneOf(client);
    lane.inFlight -= 1;
    lane.bytes -= size;
    this.#inFlight -= 1;
  }

  /** A request no longer waits; false when it did not. */
  remove(item: T): boolean {
    const lane = this.#laneOf(item.client);
    const at = lane.waiting.indexOf(item);
    if (at === -1) return false;
    lane.waiting.splice(at, 1);
    lane.bytes -= item.size;
    if (lane.waiting.length === 0) this.#turns.delete(lane);
    return true;
  }

  /** The next request that may go; it has a place then. */
  next(): T | undefined {
    for (const lane of this.#turns) {
      if (!this.#hasPlace(lane)) continue;
      const item = lane.waiting.shift();
      this.#turns.delete(lane);
      if (lane.waiting.length > 0) this.#turns.add(lane);
      if (item) this.#take(lane, item);
      return item;
    }
    return undefined;
  }

  /** Gives all that wait, and forgets them. */
  takeWaiting(): T[] {
    const all = [...this.waiting()];
    for (const lane of this.#turns) {
      for (const { size } of lane.waiting.splice(0)) lane.bytes -= size;
    }
    this.#turns.clear();
    return all;
  }

  #take(lane: Lane<T>, { client, size }: T): void {
    if (client === undefined) {
      lane.bytes -= size;
      return;
    }
    lane.inFlight += 1;
    this.#inFlight += 1;
  }

  #hasPlace({ inFlight }: Lane<T>): boolean {
    const { inFlight: most, inFlightPerClient } = this.#limits;
    if (this.#inFlight < most) return inFlight < inFlightPerClient;
    return inFlight < OWN_SHARE && this.#inFlight < most * MOST_SHARES;
  }

  /** One request is always taken, however long it is. */
  #hasRoom({ bytes }: Lane<T>, { size }: T): boolean {
    return bytes === 0 || bytes + size <= this.#limits.bytesPerClient;
  }

  #laneOf(client = ''): Lane<T> {
    const known = this.#lanes.get(client);
    if (known) return known;
    if (this.#lanes.size >= MANY_LANES) this.#forgetUnused();
    const lane: Lane<T> = { inFlight: 0, bytes: 0, waiting: [] };
    this.#lanes.set(client, lane);
    return lane;
  }

  #forgetUnused(): void {
    for (const [client, { inFlight, waiting }] of this.#lanes) {
      if (inFlight === 0 && waiting.length === 0) this.#lanes.delete(client);
    }
  }
}
