import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallTimeout } from '../../src/api/calls/call-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends with silence, and not with a sign of life, a person who thinks, or the end', () => {
  const giveUp = vi.fn<(reason: Error) => void>();
  const timeout = new CallTimeout(1000, giveUp);
  timeout.renew();
  vi.advanceTimersByTime(900);
  timeout.renew();
  vi.advanceTimersByTime(900);
  timeout.pause(true);
  timeout.renew();
  vi.advanceTimersByTime(60_000);
  expect(giveUp).not.toHaveBeenCalled();
  timeout.pause(false);
  vi.advanceTimersByTime(1000);
  expect(giveUp).toHaveBeenCalledOnce();
  timeout.renew();
  timeout.end();
  timeout.renew();
  vi.advanceTimersByTime(5000);
  expect(giveUp).toHaveBeenCalledOnce();
});
