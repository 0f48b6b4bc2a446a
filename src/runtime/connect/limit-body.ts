import { ConnectionError } from './errors.ts';

/** The same response, whose body fails when a message in it is longer than `limit` bytes. */
export function limitBody(response: Response, limit: number): Response {
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const measure = isStream ? eventMeasure() : totalMeasure();
  const limited = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (measure(chunk) > limit) controller.error(tooLong(limit));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(limited, { status, statusText, headers });
}

/** What is said about a message of more than `limit` bytes. */
export function tooLong(limit: number): ConnectionError {
  const megabytes = Math.round(limit / 1024 / 1024);
  return new ConnectionError({
    kind: 'protocol',
    message: `The server sent a message of more than ${megabytes} MB.`,
  });
}

function totalMeasure(): (chunk: Uint8Array) => number {
  let size = 0;
  return (chunk) => (size += chunk.length);
}

/** How long the event has become that the chunk ends in. An empty line ends an event, whatever its line ends are. */
function eventMeasure(): (chunk: Uint8Array) => number {
  let size = 0;
  let before = Buffer.alloc(0);
  return (chunk) => {
    const text = Buffer.concat([before, chunk]);
    const ends = ['\n\n', '\n\r\n', '\r\r'].map((end) => {
      const at = text.lastIndexOf(end);
      return at === -1 ? -1 : at + end.length;
    });
    const end = Math.max(...ends);
    size = end === -1 ? size + chunk.length : text.length - end;
    before = Buffer.from(text.subarray(-2));
    return size;
  };
}
