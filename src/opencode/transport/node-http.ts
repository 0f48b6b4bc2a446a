import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTooDeep } from '../../model/json/read-json.ts';

/** No legitimate request has a larger body. */
const mostBytes = 4 * 1024 * 1024;

/** A request without its body, which is read only after authentication; undefined if its URL is malformed. */
export function headOf(request: IncomingMessage): Request | undefined {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  try {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
    return new Request(url, { method: request.method ?? 'GET', headers });
  } catch {
    return undefined;
  }
}

/** Why a request body was rejected. */
export type BadBody = 'too-large' | 'too-deep';

/** The request with its body, unless that is too large. Aborted when the client disconnects. */
export async function toWebRequest(
  head: Request,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Request | BadBody> {
  const hungUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hungUp.abort();
  });
  const body = await readBody(request);
  if (body === undefined) return 'too-large';
  if (isTooDeep(Buffer.from(body.buffer).toString('latin1'))) return 'too-deep';
  const hasBody = head.method !== 'GET' && head.method !== 'HEAD' && body.length > 0;
  return new Request(head, { signal: hungUp.signal, ...(hasBody ? { body } : {}) });
}

async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Streams a response with backpressure. */
export async function writeResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) {
    response.end();
    return;
  }
  response.flushHeaders();
  const reader = answer.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  response.once('close', cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!response.write(value) && !response.destroyed) await drained(response);
    }
  } finally {
    response.off('close', cancel);
    response.end();
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    response.once('drain', done);
    response.once('close', done);
  });
}
