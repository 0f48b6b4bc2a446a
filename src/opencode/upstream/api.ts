import { ToolFailure } from '../failure.ts';
import type { Endpoint } from './endpoint.ts';
import { failureOf, readErrorResponse, unreachable } from './http-failure.ts';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface RequestOptions {
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** In milliseconds; undefined for requests without a time limit. */
  readonly timeout?: number;
}

/** Requests are answered quickly or something is wrong; long work is followed through events. */
const usualTimeout = 60_000;

/** OpenCode's HTTP API for one directory. Throws only ToolFailure. */
export class Api {
  readonly endpoint: Endpoint;
  readonly directory: string;

  constructor(endpoint: Endpoint, directory: string) {
    this.endpoint = endpoint;
    this.directory = directory;
  }

  get<T>(path: string, query?: Query): Promise<T> {
    return this.#json('GET', path, query ? { query } : {});
  }

  post<T>(path: string, body: unknown = {}, options: RequestOptions = {}): Promise<T> {
    return this.#json('POST', path, { ...options, body });
  }

  send<T>(method: 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
    return this.#json(method, path, body === undefined ? {} : { body });
  }

  /** For responses with data in headers: list cursors are sent there. */
  async page(path: string, query: Query): Promise<{ items: unknown; next: string | undefined }> {
    const response = await this.#respond('GET', path, { query });
    return {
      items: await readJson(response, path, this.endpoint),
      next: response.headers.get('x-next-cursor') ?? undefined,
    };
  }

  /** A streaming response. */
  async stream(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const { body } = await this.#respond('GET', path, { signal, timeout: 0 });
    if (!body) throw unreachable('an empty response', this.endpoint);
    return body;
  }

  async #json<T>(method: string, path: string, options: RequestOptions): Promise<T> {
    return (await readJson(await this.#respond(method, path, options), path, this.endpoint)) as T;
  }

  async #respond(method: string, path: string, options: RequestOptions): Promise<Response> {
    const { url, authorization } = this.endpoint;
    const target = new URL(`${url}${path}`);
    for (const [name, value] of Object.entries(options.query ?? {}))
      if (value !== undefined) target.searchParams.set(name, String(value));
    target.searchParams.set('directory', this.directory);
    const timeout = options.timeout ?? usualTimeout;
    const signals = [options.signal, timeout > 0 ? AbortSignal.timeout(timeout) : undefined];
    const response = await fetch(target, {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      signal: AbortSignal.any(signals.filter((signal) => signal !== undefined)),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw connectionFailure(error, this.endpoint, path);
    });
    if (!response.ok) throw failureOf(readErrorResponse(response.status, await response.text()), path);
    return response;
  }
}

/** OpenCode serves its web page for routes that its version does not have. */
async function readJson(response: Response, path: string, endpoint: Endpoint): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (/html/.test(response.headers.get('content-type') ?? ''))
    throw new ToolFailure('UNSUPPORTED', `This version of OpenCode has no ${path}.`, [
      'Use another version of OpenCode.',
    ]);
  try {
    return await response.json();
  } catch (error) {
    throw connectionFailure(error, endpoint, path);
  }
}

function connectionFailure(error: unknown, endpoint: Endpoint, path: string): ToolFailure {
  if (error instanceof ToolFailure) return error;
  if (!(error instanceof Error)) return unreachable(String(error), endpoint);
  if (error.name === 'AbortError') return new ToolFailure('ABORTED', 'The call was canceled.', ['Call again.']);
  if (error.name === 'TimeoutError')
    return new ToolFailure('TIMEOUT', `OpenCode did not respond to ${path} in time.`, [
      'It may be busy opening the project: try again.',
      'Call opencode_status to see whether it responds.',
    ]);
  const cause = error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
  return unreachable(cause, endpoint);
}
