import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OpenReplies } from '../../../src/gateway/http/open-replies.ts';
import type { ReplySink } from '../../../src/gateway/http/reply-sink.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const KEEP_ALIVE_MS = 15_000;

/** A stream whose credential expires after this time. */
function stream(replies: OpenReplies, seconds?: number) {
  const end = vi.fn<() => void>(() => replies.forget(reply));
  const expiresAt = seconds === undefined ? Infinity : Date.now() + seconds * 1000;
  const reply = { expiresAt, end, keepAlive() {} } as unknown as ReplySink;
  replies.stream(reply);
  return end;
}

it('ends streams when their credentials expire, not at the next keep-alive', () => {
  const replies = new OpenReplies(KEEP_ALIVE_MS);
  const [late, soon, sooner, never] = [stream(replies, 20), stream(replies, 4), stream(replies, 2), stream(replies)];
  const past = stream(replies, -1);
  const ended = (): number[] => [past, sooner, soon, late, never].map((end) => end.mock.calls.length);
  const after = (ms: number): number[] => (vi.advanceTimersByTime(ms), ended());
  expect(after(0)).toEqual([1, 0, 0, 0, 0]);
  expect(after(1999)).toEqual([1, 0, 0, 0, 0]);
  expect(after(1)).toEqual([1, 1, 0, 0, 0]);
  expect(after(2000)).toEqual([1, 1, 1, 0, 0]);
  expect(after(15_999)).toEqual([1, 1, 1, 0, 0]);
  expect(after(1)).toEqual([1, 1, 1, 1, 0]);
  expect(after(3_600_000)).toEqual([1, 1, 1, 1, 0]);
  replies.close();
});

it('has no timer for credentials that expire later than a timer can wait', () => {
  const replies = new OpenReplies(KEEP_ALIVE_MS);
  const year = stream(replies, 365 * 86_400);
  vi.advanceTimersByTime(60_000);
  expect(year).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(1);
  replies.close();
  expect(vi.getTimerCount()).toBe(0);
});
