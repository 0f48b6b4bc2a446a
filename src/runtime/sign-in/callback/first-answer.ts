import { ConnectionError } from '../../connect/errors.ts';
import { failureOf, notMcp } from '../../connect/failure.ts';
import { isObject } from '../../connect/fields.ts';
import { guardedFetch, RefusedError } from '../../connect/http/guarded-fetch.ts';
import { TimeLimit, timeLimitOf } from '../../connect/session/time-limit.ts';
import type { Failure, ServerToRun } from '../../types.ts';
import type { AuthSettings } from '../auth-settings.ts';
import { type Challenge, challengeIn } from '../challenge.ts';
import { discover, type Discovered } from '../discover.ts';
import { explain } from '../explain.ts';
import { SignInError } from '../sign-in-error.ts';

/** What a server answers when it is not told who asks. */
export interface FirstAnswer {
  /** It requires authentication. */
  readonly challenge?: Challenge;
  /** It speaks MCP, and does not ask who is there. */
  readonly isOpen?: boolean;
  /** Why it gave no answer, or none of an MCP server. */
  readonly failure?: Failure;
}

interface Asking {
  /** For the whole answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const MOST_BYTES = 64 * 1024;

/** Asks a server for something harmless without saying who asks. Rejects only when the signal is aborted. */
async function firstAnswer(server: string, { timeoutMs, signal }: Asking): Promise<FirstAnswer> {
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

async function read(response: Response): Promise<FirstAnswer> {
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

/** Many servers answer with an error, because the question belongs to no session. */
function isMessage(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && value['jsonrpc'] === '2.0';
  } catch {
    return false;
  }
}

/** The same, unless it is known what the server says, or the definition tells all there is to know about its sign-in. */
export async function answerOf(
  { server: { timeout } }: ServerToRun,
  settings: AuthSettings,
  { challenge, signal }: { readonly challenge?: Challenge; readonly signal?: AbortSignal },
): Promise<FirstAnswer> {
  if (challenge) return { challenge };
  if (settings.server === undefined) return {};
  const timeoutMs = timeLimitOf(timeout === undefined ? {} : { timeout });
  const answer = await firstAnswer(settings.server, { timeoutMs, signal });
  const { kind } = answer.failure ?? {};
  const isSilent = kind === 'unreachable' || kind === 'timeout';
  if (answer.failure && isSilent && !namesItsSignIn(settings)) throw new ConnectionError(answer.failure);
  return answer;
}

/** Where to sign in. When that cannot be found out because of the server, its state is the reason. */
export async function discoverFrom(
  server: string,
  settings: AuthSettings,
  answer: FirstAnswer,
  around: Parameters<typeof discover>[3],
): Promise<Discovered> {
  const found = await discover(server, settings, answer.challenge, around).catch((error: unknown) => {
    throw blame(explain(error), answer);
  });
  // An address that nothing has named is worth a try only where something wants a sign-in.
  if (answer.failure && !found.metadata) throw new ConnectionError(answer.failure);
  return found;
}

/** A server that is down, or is none, must not be taken for one whose sign-in does not work. */
export function blame(error: SignInError, { failure, isOpen }: FirstAnswer): SignInError | ConnectionError {
  if (error.problem !== 'undiscovered' && error.problem !== 'other') return error;
  if (failure) return new ConnectionError(failure);
  return isOpen ? notNeeded() : error;
}

function namesItsSignIn({ authorizationUrl, tokenUrl, metadataUrl }: AuthSettings): boolean {
  return metadataUrl !== undefined || (authorizationUrl !== undefined && tokenUrl !== undefined);
}

function notNeeded(): SignInError {
  return new SignInError('not-needed', 'The server answers without a sign-in, and does not say where to sign in.');
}
