import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { ConnectionError } from '../connect/errors.ts';
import type { AuthSettings } from './auth-settings.ts';
import { type ClientIdentity, identityOf } from './client-identity.ts';
import { explain } from './explain.ts';
import { requireSameIssuer } from './precautions.ts';
import { discoverFrom, type ProbeResult } from './probe-server.ts';
import { joinScopes } from './scopes.ts';
import { acceptedIn, fetchFor, type SignInServices, timeOf } from './services.ts';
import { failed } from './sign-in-error.ts';
import type { Credential, StoredClient } from './tokens/credential.ts';
import { newCredential } from './tokens/new-credential.ts';

/** Signs in with client credentials, without a person. */
export async function signInAsClient(
  settings: AuthSettings,
  answer: ProbeResult,
  earlier: Credential | undefined,
  services: SignInServices,
): Promise<Credential> {
  const { server, clientId, authMethod } = settings;
  if (server === undefined || clientId === undefined) throw failed('settings', 'client credentials need a "clientId"');
  const fetch = fetchFor(server, settings, services);
  const client: StoredClient = { kind: 'given', id: clientId, ...(authMethod !== undefined && { authMethod }) };
  const identity = await identityOf(client, settings, services.values);
  try {
    const found = await discoverFrom(server, settings, answer, { fetch, accepted: acceptedIn(services, undefined) });
    requireSameIssuer(found, settings, earlier);
    const scope = joinScopes(...settings.scopes, answer.challenge?.scope) ?? joinScopes(...(found.scopes ?? []));
    const { resource, metadata } = found;
    const { fetchToken } = await import('../sdk-client.ts');
    const tokens = await fetchToken(providerOf(identity), found.authorizationServer, {
      fetchFn: fetch,
      ...(metadata && { metadata }),
      ...(resource !== undefined && { resource }),
      ...(scope !== undefined && { scope }),
    });
    return newCredential({ server, settings, found, client, tokens, scope, earlier }, timeOf(services));
  } catch (error) {
    throw error instanceof ConnectionError ? error : explain(error, identity.secrets);
  }
}

function providerOf({ clientInformation, addClientAuthentication }: ClientIdentity): OAuthClientProvider {
  const notInteractive = (): never => {
    throw failed('other', 'this grant is not interactive');
  };
  return {
    redirectUrl: undefined,
    clientMetadata: { redirect_uris: [] },
    clientInformation: () => clientInformation,
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: notInteractive,
    saveCodeVerifier: () => {},
    codeVerifier: notInteractive,
    prepareTokenRequest: (scope) =>
      new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }),
    ...(addClientAuthentication && { addClientAuthentication }),
  };
}
