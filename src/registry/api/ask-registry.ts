import { RegistryError } from './registry-error.ts';

/** How to ask a registry. Tests pass their own clock and limits. */
export interface Asking {
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal | undefined;
  /** Waits between two tries. */
  readonly delay: (ms: number) => Promise<void>;
  /** Milliseconds before one request is given up. */
  readonly patience?: number;
  readonly mostBytes?: number;
}

export interface Answer {
  /** Undefined for 304. */
  readonly body: unknown;
  readonly etag: string | undefined;
  /** The clock of the registry. */
  readonly date: Date | undefined;
}

const PATIENCE_MS = 30_000;
/** A page of 100 servers is about 100 kB. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_TRIES = 4;
const LONGEST_WAIT_MS = 60_000;
const MOST_REDIRECTS = 3;

/** Asks for a JSON document. Tries again after 429 and 5xx, and follows redirects within the same origin. */
export async function askRegistry(url: string, asking: Asking, etag?: string): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await request(url, asking, etag);
    const { status } = response;
    if (status !== 429 && status < 500) return answerOf(response, asking);
    await response.body?.cancel();
    const wait = waitBefore(response, attempt);
    if (attempt === MOST_TRIES || wait > LONGEST_WAIT_MS) throw statusError(status, wait);
    await asking.delay(wait);
  }
}

function statusError(status: number, wait: number): RegistryError {
  if (status !== 429) return new RegistryError('status', `it answered with status ${status}`, status);
  const seconds = Math.ceil(wait / 1000);
  return new RegistryError('rate-limited', `it limits requests; try again in ${seconds} s`, status);
}

/** `Retry-After` in seconds or as a date, else longer with every try. */
function waitBefore({ headers }: Response, attempt: number): number {
  const wanted = headers.get('retry-after');
  const seconds = Number(wanted);
  if (wanted !== null && Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
  const [until, now] = [Date.parse(wanted ?? ''), Date.parse(headers.get('date') ?? '')];
  if (!Number.isNaN(until) && !Number.isNaN(now)) return Math.max(0, until - now);
  return 500 * 2 ** (attempt - 1);
}

async function request(url: string, asking: Asking, etag: string | undefined): Promise<Response> {
  let at = url;
  for (let hops = 0; ; hops += 1) {
    const response = await send(at, asking, etag);
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(location, at)) throw new RegistryError('redirected', 'it redirects to an invalid address');
    const next = new URL(location, at);
    // Another origin is another registry, which the user did not choose.
    if (next.origin !== new URL(url).origin)
      throw new RegistryError('redirected', `it redirects to ${next.origin}; use that address if you trust it`);
    if (hops === MOST_REDIRECTS) throw new RegistryError('redirected', 'it redirects too often');
    at = next.href;
  }
}

async function send(url: string, { fetch: ask, signal, patience = PATIENCE_MS }: Asking, etag?: string) {
  const limit = AbortSignal.timeout(patience);
  const headers = {
    accept: 'application/json',
    'user-agent': 'plugboard',
    ...(etag !== undefined && { 'if-none-match': etag }),
  };
  try {
    return await ask(url, {
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (error) {
    throw failureOf(error, signal, limit);
  }
}

function failureOf(error: unknown, signal: AbortSignal | undefined, limit: AbortSignal): unknown {
  if (error instanceof RegistryError || signal?.aborted) return error;
  if (limit.aborted) return new RegistryError('timeout', 'it does not answer in time');
  const { cause, message } = error as { cause?: { message?: string; code?: string }; message?: string };
  return new RegistryError('unreachable', `it cannot be reached: ${cause?.message || cause?.code || message || ''}`);
}

async function answerOf(response: Response, asking: Asking): Promise<Answer> {
  const { status, headers } = response;
  const date = new Date(headers.get('date') ?? '');
  const about = { etag: headers.get('etag') ?? undefined, date: Number.isNaN(date.getTime()) ? undefined : date };
  if (status === 304) return { body: undefined, ...about };
  if (status === 404) throw new RegistryError('not-found', 'it has no such document', status);
  if (!response.ok) throw new RegistryError('status', `it answered with status ${status}`, status);
  const text = await textOf(response, asking);
  try {
    return { body: JSON.parse(text) as unknown, ...about };
  } catch {
    throw new RegistryError('malformed', 'it did not answer with JSON');
  }
}

/** The text of an answer, up to the limit. What a registry says about its length is not trusted. */
async function textOf(response: Response, { mostBytes = MOST_BYTES, signal }: Asking): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += (chunk as Uint8Array).length;
      if (size > mostBytes) throw new RegistryError('too-large', `it sent more than ${mostBytes} bytes`);
      chunks.push(chunk as Uint8Array);
    }
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError';
    throw isLate ? new RegistryError('timeout', 'it does not answer in time') : cutOff(error, signal);
  }
  return Buffer.concat(chunks).toString();
}

function cutOff(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof RegistryError || signal?.aborted) return error;
  return new RegistryError('unreachable', `its answer was cut off: ${(error as Error).message}`);
}
