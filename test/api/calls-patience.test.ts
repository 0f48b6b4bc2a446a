import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Patience } from '../../src/api/calls/patience.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends with silence, and not with a sign of life, a person who thinks, or the end', () => {
  const giveUp = vi.fn<(reason: Error) => void>();
  const patience = new Patience(1000, giveUp);
  patience.renew();
  vi.advanceTimersByTime(900);
  patience.renew();
  vi.advanceTimersByTime(900);
  patience.pause(true);
  patience.renew();
  vi.advanceTimersByTime(60_000);
  expect(giveUp).not.toHaveBeenCalled();
  patience.pause(false);
  vi.advanceTimersByTime(1000);
  expect(giveUp).toHaveBeenCalledOnce();
  patience.renew();
  patience.end();
  patience.renew();
  vi.advanceTimersByTime(5000);
  expect(giveUp).toHaveBeenCalledOnce();
});
