import { randomBytes } from 'node:crypto';
import { ConnectionError } from '../connect/errors.ts';
import type { ServerToRun } from '../types.ts';
import { type AuthSettings, authSettings } from './auth-settings.ts';
import { waitForAnswer, type AnswerOptions } from './callback/answer.ts';
import { answerOf, blame, discoverFrom } from './callback/first-answer.ts';
import type { Challenge } from './challenge.ts';
import { chooseClient } from './choose-client.ts';
import { identityOf } from './client-identity.ts';
import { explain } from './explain.ts';
import { makeSureOfIssuer, makeSureOfName } from './precautions.ts';
import { scopeToAsk } from './scopes.ts';
import { acceptedIn, fetchFor, type SignInServices, timeOf } from './services.ts';
import { failed } from './sign-in-error.ts';
import { type Credential, parseCredential, withoutRegistration } from './tokens/credential.ts';
import { findCredential } from './tokens/find-credential.ts';
import { redeem, type Attempt, type SignedIn } from './tokens/redeem.ts';

export interface SignInOptions extends Pick<AnswerOptions, 'askForRedirect' | 'signal'> {
  /** What the server said when it refused. It is asked when this is absent. */
  readonly challenge?: Challenge;
  /** Tells a person where to sign in. Called in any case. */
  readonly showAddress?: (address: string) => void;
  /** Shows the address in a browser; false when that cannot be done. */
  readonly openBrowser?: (address: string) => Promise<boolean>;
  /** How long to wait for a person; five minutes by default. */
  readonly timeoutMs?: number;
}

const FIVE_MINUTES = 5 * 60 * 1000;

/**
 * Lets a person sign in to a server with a browser. The server is contacted, and commands of its definition may be run,
 * so it has to be approved. Rejects with a `SignInError`, with a `ConnectionError` when the server itself is the reason, or
 * with the reason of the signal.
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
  const { signal } = options;
  const settings = { ...own(services), ...authSettings(toRun, services.values) };
  const { server } = settings;
  if (server === undefined)
    throw failed('settings', 'a stdio server needs "resource" in "auth", the address that the token is for');
  await makeSureOfName(settings, services);
  const fetch = fetchFor(server, settings, services, { signal });
  const answer = await answerOf(toRun, settings, options);
  const { challenge } = answer;
  const around = { fetch, accepted: acceptedIn(services, undefined) };
  const found = await discoverFrom(server, settings, answer, around);
  const earlier = await findCredential(services.store, settings).catch(() => undefined);
  makeSureOfIssuer(found, settings, earlier);
  const scope = scopeToAsk(settings, found, challenge, earlier);
  const choice = await chooseClient(found, settings, {
    clientName: services.clientName ?? 'Plugboard',
    scope,
    state: randomBytes(32).toString('base64url'),
    earlier: earlier?.issuer === found.issuer ? earlier.client : undefined,
    now: () => timeOf(services),
    fetch,
  }).catch((error: unknown) => {
    throw found.metadata ? error : blame(explain(error), answer);
  });
  try {
    const identity = await identityOf(choice.client, settings, services.values);
    return await withPerson({ server, settings, found, choice, identity, scope, earlier }, services, options);
  } catch (error) {
    if (choice.isReused && earlier) await forgetRegistration(earlier, services);
    throw error;
  } finally {
    await choice.callback?.close();
  }
}

function own({ clientMetadataUrl }: SignInServices): Pick<AuthSettings, 'clientMetadataUrl'> {
  return clientMetadataUrl === undefined ? {} : { clientMetadataUrl };
}

async function withPerson(attempt: Attempt, services: SignInServices, options: SignInOptions): Promise<SignedIn> {
  const { found, choice, identity, scope } = attempt;
  const { startAuthorization } = await import('@modelcontextprotocol/client');
  const { authorizationUrl, codeVerifier } = await startAuthorization(found.authorizationServer, {
    clientInformation: identity.clientInformation,
    redirectUrl: choice.redirectUrl,
    state: choice.state,
    ...(found.metadata && { metadata: found.metadata }),
    ...(scope !== undefined && { scope }),
    ...(found.resource !== undefined && { resource: found.resource }),
  });
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
    arrival.answer(false, 'Signing in did not work', failure.message);
    throw failure;
  }
}

/** The authorization server may not know us any more; the next time we are registered anew. */
async function forgetRegistration({ id }: Credential, { store }: SignInServices): Promise<void> {
  await store
    .exclusively(id, async () => {
      const now = parseCredential(await store.read(id));
      if (now) await store.write(id, { ...now, client: withoutRegistration(now.client) });
    })
    .catch(() => {});
}
