import { randomBytes } from 'node:crypto';
import { ConnectionError } from '../connect/errors.ts';
import type { ServerToRun } from '../types.ts';
import { type AuthSettings, authSettings } from './auth-settings.ts';
import { waitForAnswer, type AnswerOptions } from './callback/answer.ts';
import type { Challenge } from './challenge.ts';
import { chooseClient } from './choose-client.ts';
import { identityOf } from './client-identity.ts';
import { explain } from './explain.ts';
import { requireSameIssuer, requireOwnCredentialName } from './precautions.ts';
import { probeServer, attributeFailure, discoverFrom } from './probe-server.ts';
import { scopeToAsk } from './scopes.ts';
import { acceptedIn, fetchFor, type SignInServices, timeOf } from './services.ts';
import { failed } from './sign-in-error.ts';
import { type Credential, parseCredential, withoutRegistration } from './tokens/credential.ts';
import { findCredential } from './tokens/find-credential.ts';
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
  const { signal } = options;
  const settings = { ...own(services), ...authSettings(toRun, services.values) };
  const { server } = settings;
  if (server === undefined)
    throw failed('settings', 'a stdio server needs "resource" in "auth", the address that the token is for');
  await requireOwnCredentialName(settings, services);
  const fetch = fetchFor(server, settings, services, { signal });
  const answer = await probeServer(toRun, settings, options);
  const { challenge } = answer;
  const around = { fetch, accepted: acceptedIn(services, undefined) };
  const found = await discoverFrom(server, settings, answer, around);
  const earlier = await findCredential(services.store, settings).catch(() => undefined);
  requireSameIssuer(found, settings, earlier);
  const scope = scopeToAsk(settings, found, challenge, earlier);
  const choice = await chooseClient(found, settings, {
    clientName: services.clientName ?? 'Plugboard',
    scope,
    state: randomBytes(32).toString('base64url'),
    earlier: earlier?.issuer === found.issuer ? earlier.client : undefined,
    now: () => timeOf(services),
    fetch,
  }).catch((error: unknown) => {
    throw found.metadata ? error : attributeFailure(explain(error), answer);
  });
  try {
    const identity = await identityOf(choice.client, settings, services.values);
    return await authorizeInteractively(
      { server, settings, found, choice, identity, scope, earlier },
      services,
      options,
    );
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

async function authorizeInteractively(
  attempt: Attempt,
  services: SignInServices,
  options: SignInOptions,
): Promise<SignedIn> {
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
