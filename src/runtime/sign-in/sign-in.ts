import { randomBytes } from 'node:crypto';
import { ConnectionError } from '../connect/errors.ts';
import type { ServerToRun } from '../types.ts';
import { waitForAnswer, type AnswerOptions } from './callback/answer.ts';
import type { Challenge } from './challenge.ts';
import { identityOf } from './client-identity.ts';
import { explain } from './explain.ts';
import { prepareSignIn, startAuthorization } from './prepare-sign-in.ts';
import type { SignInServices } from './services.ts';
import { type Credential, parseCredential, withoutRegistration } from './tokens/credential.ts';
import { redeem, type Attempt, type SignedIn } from './tokens/redeem.ts';

export interface SignInOptions extends Pick<AnswerOptions, 'askForRedirect' | 'signal'> {
  /** The server's challenge. If absent, the server is asked. */
  readonly challenge?: Challenge;
  /** Shows the sign-in URL to a person. Always called. */
  readonly showAddress?: (address: string) => void;
  /** Opens the URL in a browser; false if that is not possible. */
  readonly openBrowser?: (address: string) => Promise<boolean>;
  /** How long to wait for a person; five minutes by default. */
  readonly timeoutMs?: number;
}

const FIVE_MINUTES = 5 * 60 * 1000;

/**
 * Interactive sign-in with a browser. Contacts the server and may run commands of its definition, so it must be
 * approved. Rejects with a `SignInError`, with a `ConnectionError` if the server itself is the cause, or with the
 * signal's reason.
 */
export async function signIn(
  toRun: ServerToRun,
  services: SignInServices,
  options: SignInOptions = {},
): Promise<SignedIn> {
  try {
    return await attempt(toRun, services, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error instanceof ConnectionError ? error : explain(error);
  }
}

async function attempt(toRun: ServerToRun, services: SignInServices, options: SignInOptions): Promise<SignedIn> {
  const state = randomBytes(32).toString('base64url');
  const prepared = await prepareSignIn(toRun, services, { ...options, state });
  const { choice, earlier, settings } = prepared;
  try {
    const identity = await identityOf(choice.client, settings, services.values);
    return await authorizeInteractively({ ...prepared, identity }, services, options);
  } catch (error) {
    if (choice.isReused && earlier) await forgetRegistration(earlier, services);
    throw error;
  } finally {
    await choice.callback?.close();
  }
}

async function authorizeInteractively(
  attempt: Attempt,
  services: SignInServices,
  options: SignInOptions,
): Promise<SignedIn> {
  const { choice, identity } = attempt;
  const { authorizationUrl, codeVerifier } = await startAuthorization(attempt);
  options.showAddress?.(authorizationUrl.href);
  await options.openBrowser?.(authorizationUrl.href);
  const { timeoutMs = FIVE_MINUTES } = options;
  const arrival = await waitForAnswer(authorizationUrl.href, choice, { ...options, timeoutMs });
  const code = arrival.params.get('code') ?? undefined;
  try {
    const signedIn = await redeem(attempt, arrival.params, codeVerifier, services, options.signal);
    arrival.answer(true, 'You are signed in', 'You can close this page and go back to the terminal.');
    return signedIn;
  } catch (error) {
    const failure = explain(error, [code, codeVerifier, ...identity.secrets]);
    arrival.answer(false, 'Sign-in failed', failure.message);
    throw failure;
  }
}

/** The authorization server may have deleted the client, so the next sign-in registers a new one. */
async function forgetRegistration({ id }: Credential, { store }: SignInServices): Promise<void> {
  await store
    .exclusively(id, async () => {
      const now = parseCredential(await store.read(id));
      if (now) await store.write(id, { ...now, client: withoutRegistration(now.client) });
    })
    .catch(() => {});
}
