import type { ServerToRun } from '../types.ts';
import { type AuthSettings, authSettings } from './auth-settings.ts';
import type { Challenge } from './challenge.ts';
import { chooseClient, type ClientChoice } from './choose-client.ts';
import type { ClientIdentity } from './client-identity.ts';
import type { Discovered } from './discover.ts';
import { explain } from './explain.ts';
import { requireOwnCredentialName, requireSameIssuer } from './precautions.ts';
import { attributeFailure, discoverFrom, probeServer } from './probe-server.ts';
import { scopeToAsk } from './scopes.ts';
import { acceptedIn, fetchFor, type SignInServices, timeOf } from './services.ts';
import { failed } from './sign-in-error.ts';
import type { Credential } from './tokens/credential.ts';
import { findCredential } from './tokens/find-credential.ts';

export interface PrepareOptions {
  /** The server's challenge. If absent, the server is asked. */
  readonly challenge?: Challenge;
  readonly signal?: AbortSignal;
  /** State that the response must contain. */
  readonly state: string;
  /** Where the browser is sent back to, if not to a listener of this process. */
  readonly redirectUrl?: string;
}

/** What is known before a person is sent to the authorization server. */
export interface PreparedSignIn {
  readonly server: string;
  readonly settings: AuthSettings;
  readonly found: Discovered;
  readonly choice: ClientChoice;
  readonly scope: string | undefined;
  readonly earlier: Credential | undefined;
}

/** Finds the authorization server and our client there. Contacts both, so the server must be approved. */
export async function prepareSignIn(
  toRun: ServerToRun,
  services: SignInServices,
  options: PrepareOptions,
): Promise<PreparedSignIn> {
  const { signal, state, redirectUrl } = options;
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
    state,
    ...(redirectUrl !== undefined && { redirectUrl }),
    earlier: earlier?.issuer === found.issuer ? earlier.client : undefined,
    now: () => timeOf(services),
    fetch,
  }).catch((error: unknown) => {
    throw found.metadata ? error : attributeFailure(explain(error), answer);
  });
  return { server, settings, found, choice, scope, earlier };
}

function own({ clientMetadataUrl }: SignInServices): Pick<AuthSettings, 'clientMetadataUrl'> {
  return clientMetadataUrl === undefined ? {} : { clientMetadataUrl };
}

/** The address to send the browser to, and the secret that redeems its response (PKCE). */
export async function startAuthorization({
  found,
  choice,
  identity,
  scope,
}: PreparedSignIn & { readonly identity: ClientIdentity }): Promise<{ authorizationUrl: URL; codeVerifier: string }> {
  const { startAuthorization: start } = await import('../sdk-client.ts');
  return start(found.authorizationServer, {
    clientInformation: identity.clientInformation,
    redirectUrl: choice.redirectUrl,
    state: choice.state,
    ...(found.metadata && { metadata: found.metadata }),
    ...(scope !== undefined && { scope }),
    ...(found.resource !== undefined && { resource: found.resource }),
  });
}
