import type { IncomingMessage } from 'node:http';

/**
 * Reads a request body and calls `done` with it, or with undefined if it is too large. `done` is not called if the
 * client disconnects.
 */
export function readBody(request: IncomingMessage, mostBytes: number, done: (body: Buffer | undefined) => void): void {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
    done(undefined);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
    else if (size - chunk.length <= mostBytes) {
      chunks.length = 0;
      done(undefined);
    }
  });
  request.on('end', () => {
    if (size > mostBytes) return;
    const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    // The request object outlives its response for a while; do not keep the chunks alive.
    chunks.length = 0;
    done(body);
  });
}
