import type { ConnectionError } from '../errors.ts';
import { tooLong } from '../message-limits.ts';
import { EventStream } from './event-stream.ts';
import { isEventStream } from './exchange.ts';
import { withBody } from './with-body.ts';

/** Makes the body fail if a message exceeds `limit` bytes, or if a stream contains too much that is not a message. */
export function limitBody(response: Response, limit: number, onLimit: (error: ConnectionError) => void): Response {
  const { body, headers } = response;
  if (!body) return response;
  const faultIn = isEventStream(headers.get('content-type')) ? eventFaults(limit) : totalFault(limit);
  const limited = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const fault = faultIn(chunk);
        if (!fault) return controller.enqueue(chunk);
        onLimit(fault);
        controller.error(fault);
      },
    }),
  );
  return withBody(response, limited);
}

type FaultIn = (chunk: Uint8Array) => ConnectionError | undefined;

function totalFault(limit: number): FaultIn {
  let size = 0;
  return (chunk) => {
    size += chunk.length;
    return size > limit ? tooLong(limit) : undefined;
  };
}

/** Parses the stream alongside, so that the limits are the same for every reader. */
function eventFaults(limit: number): FaultIn {
  let fault: ConnectionError | undefined;
  const events = new EventStream(limit, { onData: () => {}, onFault: (error) => (fault = error) });
  return ({ buffer, byteOffset, byteLength }) => {
    events.push(Buffer.from(buffer, byteOffset, byteLength));
    return fault;
  };
}
