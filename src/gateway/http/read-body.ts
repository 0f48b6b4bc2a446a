import type { IncomingMessage } from 'node:http';

/** Reads all of a request, or gives undefined as soon as it is too large. When the client goes away nothing is called. */
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
    // The request outlives its answer for a while, and these with it.
    chunks.length = 0;
    done(body);
  });
}
