import { ToolFailure } from '../failure.ts';
import type { Endpoint } from './endpoint.ts';
import { failureOf, readRefusal, unreachable } from './http-failure.ts';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface RequestOptions {
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** In milliseconds; for answers that may take as long as they take, none. */
  readonly timeout?: number;
}

/** A request is answered at once or something is wrong; what takes longer is followed through events instead. */
const usualTimeout = 60_000;

/** OpenCode's interface for one directory. Whatever goes wrong is a ToolFailure. */
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

  /** For what the body alone does not say: the place where a list goes on stands in a header. */
  async page(path: string, query: Query): Promise<{ items: unknown; next: string | undefined }> {
    const response = await this.#respond('GET', path, { query });
    return {
      items: await readJson(response, path, this.endpoint),
      next: response.headers.get('x-next-cursor') ?? undefined,
    };
  }

  /** An answer that does not end. */
  async stream(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const { body } = await this.#respond('GET', path, { signal, timeout: 0 });
    if (!body) throw unreachable('an empty answer', this.endpoint);
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
    if (!response.ok) throw failureOf(readRefusal(response.status, await response.text()), path);
    return response;
  }
}

/** Routes that a version of OpenCode does not have are answered with its web page. */
async function readJson(response: Response, path: string, endpoint: Endpoint): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (/html/.test(response.headers.get('content-type') ?? ''))
    throw new ToolFailure('UNSUPPORTED', `This OpenCode has no ${path}.`, ['Use another version of OpenCode.']);
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
    return new ToolFailure('TIMEOUT', `OpenCode has not answered ${path} in time.`, [
      'It may be busy starting the project: try again.',
      'Call opencode_status to see whether it answers at all.',
    ]);
  const cause = error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
  return unreachable(cause, endpoint);
}
