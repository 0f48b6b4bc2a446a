import { unlessAborted } from '../../connect/abortable.ts';
import type { ClientChoice } from '../choose-client.ts';
import { failed, shownAddress, timedOut } from '../sign-in-error.ts';
import type { Arrival } from './callback-server.ts';
import { isAnswerTo } from './is-answer.ts';
import { pastedAnswer } from './pasted-redirect.ts';

export interface AnswerOptions {
  /** Asks a person for the URL the browser was redirected to, for sign-ins on another machine. */
  readonly askForRedirect?: (address: string, signal: AbortSignal) => Promise<string>;
  readonly signal?: AbortSignal;
  readonly timeoutMs: number;
}

/** A pasted redirect needs no response page. */
const broughtBy = (params: URLSearchParams): Arrival => ({ params, answer: () => {} });

/** Maximum number of prompts until a valid redirect URL is pasted. */
const MOST_QUESTIONS = 5;

/** Waits for the authorization response, from the browser or pasted by a person. */
export async function waitForAnswer(
  address: string,
  { redirectUrl, callback, state }: ClientChoice,
  { askForRedirect, signal, timeoutMs }: AnswerOptions,
): Promise<Arrival> {
  const over = new AbortController();
  const ways: Promise<Arrival>[] = [];
  if (callback) ways.push(callback.arrived);
  if (askForRedirect) ways.push(ask(address, { redirectUrl, state }, askForRedirect, over.signal));
  if (ways.length === 0) {
    throw failed('settings', `the redirect goes to ${shownAddress(redirectUrl)}, which cannot be received here`);
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(timedOut()), timeoutMs);
  });
  try {
    return await unlessAborted(Promise.race([...ways, late]), signal);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

async function ask(
  address: string,
  { redirectUrl, state }: Pick<ClientChoice, 'redirectUrl' | 'state'>,
  askForRedirect: NonNullable<AnswerOptions['askForRedirect']>,
  signal: AbortSignal,
): Promise<Arrival> {
  for (let count = 0; count < MOST_QUESTIONS; count += 1) {
    const params = pastedAnswer(await askForRedirect(address, signal), redirectUrl);
    if (params && isAnswerTo(state, params)) return broughtBy(params);
  }
  throw failed('mismatch', `this is not the redirect of this sign-in, which starts with ${redirectUrl}`);
}
