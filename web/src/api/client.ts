import type { ApiFailure, ApiProblem } from '../../../src/api/contract/common.ts';
import { isSignedOut } from './session.ts';

/** An error response, or no response at all. */
export class RequestFailed extends Error {
  readonly problem: ApiProblem;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;

  constructor(problem: ApiProblem, status: number) {
    super(problem.message);
    this.name = 'RequestFailed';
    this.problem = problem;
    this.status = status;
  }
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return request<T>('GET', path, undefined, signal);
}

export async function post<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return request<T>('POST', path, body ?? {}, signal);
}

export async function put<T>(path: string, body: unknown): Promise<T> {
  return request<T>('PUT', path, body);
}

export async function del<T>(path: string): Promise<T> {
  return request<T>('DELETE', path);
}

/** Sends a request while the page is being closed; there is no answer. */
export function postOnLeave(path: string, body: unknown): void {
  const headers = { 'x-plugboard': '1', 'content-type': 'application/json' };
  void fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }).catch(() => {});
}

/** Converts any thrown value to an API problem. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof RequestFailed) return error.problem;
  return { code: 'unexpected', message: error instanceof Error ? error.message : String(error) };
}

async function request<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  // Other sites cannot send this header, so the server knows that the request comes from the page.
  const headers: Record<string, string> = method === 'GET' ? {} : { 'x-plugboard': '1' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  const answer = await send(`/api${path}`, init);
  isSignedOut.value = answer.status === 401;
  const text = await answer.text();
  if (!answer.ok) throw new RequestFailed(failureIn(text, answer.status), answer.status);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const hint = 'Start it again with: plugboard ui';
    throw new RequestFailed({ code: 'no-answer', message: 'Plugboard is not responding.', hint }, 0);
  }
}

function failureIn(text: string, status: number): ApiProblem {
  try {
    const { error } = JSON.parse(text) as Partial<ApiFailure>;
    if (error) return error;
  } catch {
    // Not a response of ours; handled below.
  }
  return { code: 'unexpected-answer', message: `Plugboard returned HTTP ${status} without a reason.` };
}
