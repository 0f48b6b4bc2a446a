/** The request fields that the queue uses. */
export interface Queued {
  /**
   * The client it belongs to. Undefined for a request that stays open by design, such as a subscription: it takes no
   * slot.
   */
  readonly client: string | undefined;
  /** Length of the request text. */
  readonly size: number;
}

export interface QueueLimits {
  /** Maximum requests in flight of all clients together. */
  readonly inFlight: number;
  /** Maximum requests in flight per client. */
  readonly inFlightPerClient: number;
  /** Maximum queued requests per client. */
  readonly waitingPerClient: number;
  /** Maximum total length of queued and in-flight requests per client. */
  readonly bytesPerClient: number;
}

/** Requests per client that are sent even if others occupy all slots with calls that hang. */
const GUARANTEED_PER_CLIENT = 4;
/** Guaranteed requests may exceed the limit up to this factor. */
const MAX_GUARANTEED_FACTOR = 4;
const SWEEP_AT_LANES = 256;

interface Lane<T> {
  inFlight: number;
  bytes: number;
  readonly waiting: T[];
}

/** A fair queue: clients take turns (round-robin), so one with many requests cannot starve the others. */
export class FairQueue<T extends Queued> {
  readonly #limits: QueueLimits;
  readonly #lanes = new Map<string, Lane<T>>();
  /** Lanes with queued requests, in round-robin order. */
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

  /** Takes a slot if one is free and no earlier request of the client is queued. */
  tryAcquire(item: T): boolean {
    if (item.client === undefined) return true;
    const lane = this.#laneOf(item.client);
    if (lane.waiting.length > 0 || !this.#hasSlot(lane) || !this.#hasRoom(lane, item)) return false;
    lane.bytes += item.size;
    this.#take(lane, item);
    return true;
  }

  /** Queues the request. Returns false if the client's queue is full. */
  enqueue(item: T): boolean {
    const lane = this.#laneOf(item.client);
    if (lane.waiting.length >= this.#limits.waitingPerClient || !this.#hasRoom(lane, item)) return false;
    lane.waiting.push(item);
    lane.bytes += item.size;
    this.#turns.add(lane);
    return true;
  }

  /** Releases the slot of a finished request. */
  release({ client, size }: T): void {
    if (client === undefined) return;
    const lane = this.#laneOf(client);
    lane.inFlight -= 1;
    lane.bytes -= size;
    this.#inFlight -= 1;
  }

  /** Removes a queued request. Returns false if it was not queued. */
  remove(item: T): boolean {
    const lane = this.#laneOf(item.client);
    const at = lane.waiting.indexOf(item);
    if (at === -1) return false;
    lane.waiting.splice(at, 1);
    lane.bytes -= item.size;
    if (lane.waiting.length === 0) this.#turns.delete(lane);
    return true;
  }

  /** Dequeues the next request and takes a slot for it. */
  next(): T | undefined {
    for (const lane of this.#turns) {
      if (!this.#hasSlot(lane)) continue;
      const item = lane.waiting.shift();
      this.#turns.delete(lane);
      if (lane.waiting.length > 0) this.#turns.add(lane);
      if (item) this.#take(lane, item);
      return item;
    }
    return undefined;
  }

  /** Empties the queue and returns its requests. */
  drain(): T[] {
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

  #hasSlot({ inFlight }: Lane<T>): boolean {
    const { inFlight: most, inFlightPerClient } = this.#limits;
    if (this.#inFlight < most) return inFlight < inFlightPerClient;
    return inFlight < GUARANTEED_PER_CLIENT && this.#inFlight < most * MAX_GUARANTEED_FACTOR;
  }

  /** A single request is accepted whatever its size. */
  #hasRoom({ bytes }: Lane<T>, { size }: T): boolean {
    return bytes === 0 || bytes + size <= this.#limits.bytesPerClient;
  }

  #laneOf(client = ''): Lane<T> {
    const known = this.#lanes.get(client);
    if (known) return known;
    if (this.#lanes.size >= SWEEP_AT_LANES) this.#forgetUnused();
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
