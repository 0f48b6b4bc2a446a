import { ConnectionError } from '../connect/errors.ts';
import { failureOf, notMcp } from '../connect/failure.ts';
import { isObject } from '../connect/fields.ts';
import { guardedFetch, RefusedError } from '../connect/http/guarded-fetch.ts';
import { TimeLimit, timeLimitOf } from '../connect/session/time-limit.ts';
import type { Failure, ServerToRun } from '../types.ts';
import type { AuthSettings } from './auth-settings.ts';
import { type Challenge, challengeIn } from './challenge.ts';
import { discover, type Discovered } from './discover.ts';
import { explain } from './explain.ts';
import { SignInError } from './sign-in-error.ts';

/** How a server responds to an unauthenticated request. */
export interface ProbeResult {
  /** It requires authentication. */
  readonly challenge?: Challenge;
  /** It speaks MCP and requires no authentication. */
  readonly isOpen?: boolean;
  /** Why there was no response, or no MCP response. */
  readonly failure?: Failure;
}

interface ProbeOptions {
  /** For the whole response. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const MOST_BYTES = 64 * 1024;

/** Sends an unauthenticated ping. Rejects only if the signal aborts. */
async function probe(server: string, { timeoutMs, signal }: ProbeOptions): Promise<ProbeResult> {
  const limit = new TimeLimit(timeoutMs);
  limit.start();
  const fetch = guardedFetch({ headersMs: timeoutMs, maxMessageBytes: MOST_BYTES });
  try {
    const response = await fetch(server, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: PING,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    });
    return await read(response);
  } catch (error) {
    signal?.throwIfAborted();
    return { failure: failureOf(limit.isOver ? limit.signal.reason : error, (text) => text) };
  } finally {
    limit.end();
  }
}

async function read(response: Response): Promise<ProbeResult> {
  const challenge = await challengeIn(response);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (challenge || isStream) await response.body?.cancel();
  if (challenge) return { challenge };
  if (isStream) return { isOpen: true };
  const text = await response.text();
  if (isMessage(text)) return { isOpen: true };
  if (response.ok) return { failure: notMcp };
  return { failure: failureOf(new RefusedError(response, text), (said) => said) };
}

/** Many servers answer with an error, because the ping belongs to no session. */
function isMessage(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && value['jsonrpc'] === '2.0';
  } catch {
    return false;
  }
}

/**
 * Like `probe`, but skips the request if the challenge is already known, and tolerates an unreachable server if
 * the definition names the authorization endpoints.
 */
export async function probeServer(
  { server: { timeout } }: ServerToRun,
  settings: AuthSettings,
  { challenge, signal }: { readonly challenge?: Challenge; readonly signal?: AbortSignal },
): Promise<ProbeResult> {
  if (challenge) return { challenge };
  if (settings.server === undefined) return {};
  const timeoutMs = timeLimitOf(timeout === undefined ? {} : { timeout });
  const answer = await probe(settings.server, { timeoutMs, signal });
  const { kind } = answer.failure ?? {};
  const isSilent = kind === 'unreachable' || kind === 'timeout';
  if (answer.failure && isSilent && !namesItsSignIn(settings)) throw new ConnectionError(answer.failure);
  return answer;
}

/** Discovers the authorization server. If the MCP server causes the failure, its state is reported instead. */
export async function discoverFrom(
  server: string,
  settings: AuthSettings,
  answer: ProbeResult,
  around: Parameters<typeof discover>[3],
): Promise<Discovered> {
  const found = await discover(server, settings, answer.challenge, around).catch((error: unknown) => {
    throw attributeFailure(explain(error), answer);
  });
  // A guessed authorization endpoint is only worth trying if the server requires authentication.
  if (answer.failure && !found.metadata) throw new ConnectionError(answer.failure);
  return found;
}

/** Reports a server that is down or not an MCP server as such, not as a failed sign-in. */
export function attributeFailure(error: SignInError, { failure, isOpen }: ProbeResult): SignInError | ConnectionError {
  if (error.problem !== 'undiscovered' && error.problem !== 'other') return error;
  if (failure) return new ConnectionError(failure);
  return isOpen ? notNeeded() : error;
}

function namesItsSignIn({ authorizationUrl, tokenUrl, metadataUrl }: AuthSettings): boolean {
  return metadataUrl !== undefined || (authorizationUrl !== undefined && tokenUrl !== undefined);
}

function notNeeded(): SignInError {
  return new SignInError('not-needed', 'The server requires no sign-in and names no authorization server.');
}
