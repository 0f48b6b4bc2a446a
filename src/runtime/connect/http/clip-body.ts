import { withBody } from './with-body.ts';

/** Limits for the body of an error response: the status says the most, and a body may never end. */
export const REFUSAL_BYTES = 1024 * 1024;
export const REFUSAL_MS = 2000;

/** Truncates the body after `REFUSAL_BYTES` or `REFUSAL_MS`. */
export function clipBody(response: Response, ms = REFUSAL_MS): Response {
  const { body } = response;
  if (!body) return response;
  const reader = body.getReader();
  let timer: NodeJS.Timeout | undefined;
  let size = 0;
  let isOver = false;
  const end = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    controller.close();
    reader.cancel().catch(() => {});
  };
  const clipped = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setTimeout(() => end(controller), ms).unref();
    },
    async pull(controller) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (isOver) return;
      if (value) controller.enqueue(value);
      size += value?.length ?? 0;
      if (done || size > REFUSAL_BYTES) end(controller);
    },
    async cancel(reason) {
      isOver = true;
      clearTimeout(timer);
      await reader.cancel(reason);
    },
  });
  return withBody(response, clipped);
}
