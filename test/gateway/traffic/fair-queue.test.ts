import { describe, expect, it } from 'vitest';
import { FairQueue, type Queued, type QueueLimits } from '../../../src/gateway/traffic/fair-queue.ts';

const limits: QueueLimits = { inFlight: 8, inFlightPerClient: 6, waitingPerClient: 10, bytesPerClient: 100 };

function queue(own: Partial<QueueLimits> = {}): FairQueue<Queued> {
  return new FairQueue({ ...limits, ...own });
}

const item = (client: string | undefined, size = 1): Queued => ({ client, size });

/** How many of the next ones of a client get a place at once. */
function fill(places: FairQueue<Queued>, client: string): number {
  let count = 0;
  while (places.tryAcquire(item(client))) count += 1;
  return count;
}

describe('places', () => {
  it('are never all of one client', () => {
    const places = queue();
    expect(fill(places, 'a')).toBe(6);
    expect(fill(places, 'b')).toBe(4);
    expect(fill(places, 'c')).toBe(4);
  });

  it('are bounded, however many clients there are', () => {
    const places = queue();
    let all = 0;
    for (let client = 0; client < 100; client += 1) all += fill(places, `client ${client}`);
    expect(all).toBe(4 * limits.inFlight);
  });

  it('are not taken by what stays open', () => {
    const places = queue({ inFlight: 1 });
    for (let count = 0; count < 100; count += 1) expect(places.tryAcquire(item(undefined))).toBe(true);
    expect(places.tryAcquire(item('a'))).toBe(true);
  });

  it('go to clients in turn', () => {
    const places = queue({ inFlight: 0 });
    for (const client of ['a', 'a', 'a', 'b', 'c', 'b']) places.enqueue(item(client));
    expect(places.next()).toBeUndefined();
    const open = queue({ inFlight: 100 });
    for (const client of ['a', 'a', 'a', 'b', 'c', 'b']) open.enqueue(item(client));
    const order = Array.from({ length: 6 }, () => open.next()?.client);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
    expect(open.isEmpty).toBe(true);
  });

  it('are not taken past one that waits', () => {
    const places = queue({ inFlightPerClient: 1 });
    const [first, second, third] = [item('a'), item('a'), item('a')];
    expect([places.tryAcquire(first), places.tryAcquire(second), places.enqueue(second)]).toEqual([true, false, true]);
    places.release(first);
    expect(places.tryAcquire(third)).toBe(false);
    expect(places.next()).toBe(second);
  });
});

describe('what waits', () => {
  it('is bounded in number and length, for each client', () => {
    const places = queue({ inFlight: 0 });
    for (let count = 0; count < limits.waitingPerClient; count += 1) expect(places.enqueue(item('a'))).toBe(true);
    expect(places.enqueue(item('a'))).toBe(false);
    expect(places.enqueue(item('b', 60))).toBe(true);
    expect(places.enqueue(item('b', 60))).toBe(false);
    expect(places.enqueue(item('c', 1000)), 'a single long one').toBe(true);
    expect(places.enqueue(item('c', 1))).toBe(false);
    expect(places.size).toBe(12);
  });

  it('makes room when it is taken away, and when it is over', () => {
    const places = queue({ bytesPerClient: 10 });
    const [first, second] = [item('a', 10), item('a', 10)];
    expect(places.tryAcquire(first)).toBe(true);
    expect(places.enqueue(second)).toBe(false);
    places.release(first);
    expect(places.enqueue(second)).toBe(true);
    expect(places.remove(second)).toBe(true);
    expect(places.remove(second)).toBe(false);
    expect(places.enqueue(first)).toBe(true);
    expect(places.drain()).toEqual([first]);
    expect(places.tryAcquire(second)).toBe(true);
  });
});
