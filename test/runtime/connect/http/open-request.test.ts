import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PendingRequest } from '../../../../src/runtime/connect/pending-request.ts';

const LIMIT_MS = 1000;

describe('the time limit of a request', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  const open = (): { request: PendingRequest; outcome: () => string; cancelled: () => number } => {
    const onCancel = vi.fn<() => void>();
    const request = new PendingRequest({ timeoutMs: LIMIT_MS, mask: (text) => text, onCancel });
    let outcome = 'open';
    request.answer.then(
      () => (outcome = 'answered'),
      () => (outcome = 'failed'),
    );
    return { request, outcome: () => outcome, cancelled: () => onCancel.mock.calls.length };
  };

  it('rests while a person is asked, and begins anew afterwards', async () => {
    const { request, outcome, cancelled } = open();
    request.pause(true);
    request.progress({ progress: 1 });
    await vi.advanceTimersByTimeAsync(100 * LIMIT_MS);
    expect(outcome()).toBe('open');
    request.pause(false);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect([outcome(), cancelled()]).toEqual(['failed', 1]);
  });

  it('does not begin anew for a request that is over', async () => {
    const { request, outcome, cancelled } = open();
    request.pause(true);
    request.settle({ result: {} });
    request.pause(false);
    await vi.advanceTimersByTimeAsync(2 * LIMIT_MS);
    expect([outcome(), cancelled()]).toEqual(['answered', 0]);
  });
});
