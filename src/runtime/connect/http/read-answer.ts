import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createUnzip } from 'node:zlib';
import { incompleteAnswer, ConnectionError } from '../errors.ts';
import { notMcp } from '../failure.ts';
import { fieldsOf } from '../fields.ts';
import { tooLong } from '../message-limits.ts';
import { isMeantAsMessage } from '../parse-messages.ts';
import { REFUSAL_BYTES, REFUSAL_MS } from './clip-body.ts';
import { EventStream } from './event-stream.ts';
import { type Exchange, type ExchangeEnd, kindOf, placeIn } from './exchange.ts';
import { RefusedError } from './guarded-fetch.ts';

/** How long a stream may stay open after its last message. */
const LINGER_MS = 1000;

const MOST_DISCARDED = 64 * 1024;

type End = (how: ExchangeEnd) => void;

/** Reads HTTP responses, each to its end or a limit. */
export class AnswerReader {
  readonly #limit: number;
  readonly #needsFetch: (status: number) => boolean;

  constructor(maxMessageBytes: number, needsFetch: (status: number) => boolean) {
    this.#limit = maxMessageBytes;
    this.#needsFetch = needsFetch;
  }

  /** Returns a function that aborts reading. */
  read(response: IncomingMessage, exchange: Exchange, end: End): () => void {
    const body = this.#read(response, exchange, end);
    return () => void body.destroy();
  }

  #read(response: IncomingMessage, exchange: Exchange, end: End): Readable {
    const { statusCode: status = 0, headers } = response;
    if (this.#needsFetch(status)) {
      end({ needsFetch: true });
      return discard(response);
    }
    if (status < 200 || status > 299) return collectRefusal(response, end);
    const kind = kindOf(exchange.accepts, status, headers['content-type']);
    if (kind === 'other') {
      end({ error: new ConnectionError(notMcp), isFinal: true });
      return discard(response);
    }
    const session = headers['mcp-session-id'];
    exchange.onAccepted?.(Array.isArray(session) ? session.join() : session);
    if (kind === 'stream') return this.#stream(response, exchange, end);
    if (kind === 'text') return this.#collect(response, exchange, end);
    return discard(response).on('close', () => end({}));
  }

  /** Reads a single JSON response. */
  #collect(response: IncomingMessage, exchange: Exchange, end: End): Readable {
    const chunks: Buffer[] = [];
    let size = 0;
    const body = bodyOf(response, (error) => end({ error: whyBroken(error) }));
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= this.#limit) return;
      end({ error: tooLong(this.#limit), isFinal: true });
      body.destroy();
    });
    body.on('end', () => {
      exchange.onText(textOf(chunks));
      end({});
    });
    return body;
  }

  #stream(response: IncomingMessage, exchange: Exchange, end: End): Readable {
    let timer: NodeJS.Timeout | undefined;
    const finish = (how: ExchangeEnd): void => {
      clearTimeout(timer);
      end({ ...how, ...placeIn(events) });
    };
    const events = new EventStream(this.#limit, {
      onData: (data) => {
        if (exchange.onText(data)) timer ??= setTimeout(() => hangUp({}), LINGER_MS);
      },
      isExpected: isMeantAsMessage,
      onFault: (error) => hangUp({ error, isFinal: true }),
    });
    const hangUp = (how: ExchangeEnd): void => {
      finish(how);
      body.destroy();
    };
    const body = bodyOf(response, (error) => finish({ error: whyBroken(error) }));
    body.on('data', (chunk: Buffer) => events.push(chunk));
    body.on('end', () => finish({}));
    return body;
  }
}

/** Reads an error response within `REFUSAL_MS` and `REFUSAL_BYTES`. */
function collectRefusal(response: IncomingMessage, end: End): Readable {
  const { statusCode: status = 0, statusMessage: statusText = '' } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = (): void => {
    clearTimeout(timer);
    end({ error: new RefusedError({ status, statusText }, textOf(chunks)), isFinal: status < 500 });
    body.destroy();
  };
  const body = bodyOf(response, finish);
  const timer = setTimeout(finish, REFUSAL_MS);
  body.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > REFUSAL_BYTES) finish();
  });
  body.on('end', finish);
  return body;
}

/** The server had accepted the request, so a connection reset means an incomplete response. */
function whyBroken(error: Error): Error {
  return fieldsOf(error)['code'] === 'ECONNRESET' ? incompleteAnswer() : error;
}

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  return (chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString();
}

/** Reads the rest so that the connection can be reused, unless it is too large or too slow. */
function discard(response: IncomingMessage): Readable {
  let size = 0;
  const timer = setTimeout(() => response.destroy(), LINGER_MS);
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_DISCARDED) response.destroy();
  });
  return response.on('close', () => clearTimeout(timer));
}

/** Decompresses the body if needed; destroying it destroys the response too. */
function bodyOf(response: IncomingMessage, onError: (error: Error) => void): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return response.on('error', onError);
  // `pipeline` only waits for the writes; a truncated response is detected after it has stopped listening.
  const unpacked = createUnzip().on('error', onError);
  pipeline(response, unpacked, (error) => {
    if (error) onError(error);
  });
  return unpacked;
}
