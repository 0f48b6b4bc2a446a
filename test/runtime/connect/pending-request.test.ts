import { expect, it } from 'vitest';
import { PendingRequest } from '../../../src/runtime/connect/pending-request.ts';

const options = { timeoutMs: 60_000, mask: (text: string) => text, onCancel: () => {} };

it('tells of no progress after it was aborted, also if a server sent several messages at once', async () => {
  const stop = new AbortController();
  const steps: number[] = [];
  const onProgress = ({ progress }: { progress: number }): void => {
    steps.push(progress);
    if (progress === 2) stop.abort(new Error('enough'));
  };
  const pending = new PendingRequest({ ...options, signal: stop.signal, onProgress });
  for (const progress of [1, 2, 3, 4]) pending.progress({ progressToken: 1, progress });
  await expect(pending.answer).rejects.toThrow('enough');
  expect(steps).toEqual([1, 2]);
});

it('tells of no progress after its response', async () => {
  const steps: number[] = [];
  const pending = new PendingRequest({ ...options, onProgress: ({ progress }) => steps.push(progress) });
  pending.progress({ progressToken: 1, progress: 1 });
  pending.settle({ result: { ok: true } });
  pending.progress({ progressToken: 1, progress: 2 });
  await expect(pending.answer).resolves.toEqual({ ok: true });
  expect(steps).toEqual([1]);
});
