import type { ClientIdentity } from '../client-identity.ts';
import type { Discovered } from '../discover.ts';
import type { PreparedSignIn } from '../prepare-sign-in.ts';
import { fetchFor, type SignInServices, timeOf } from '../services.ts';
import { failed } from '../sign-in-error.ts';
import type { Credential } from './credential.ts';
import { newCredential } from './new-credential.ts';

export interface SignedIn {
  /** Id for the definition: `"auth": { "type": "oauth", "credentialId": … }`. */
  readonly credentialId: string;
  readonly issuer: string;
  readonly scope?: string;
  readonly expiresAt?: Date;
  /** Where the encryption key is stored. */
  readonly keptIn: 'keychain' | 'file' | 'passphrase';
}

/** A sign-in in progress. */
export interface Attempt extends PreparedSignIn {
  readonly identity: ClientIdentity;
}

/** Exchanges the authorization code for tokens and stores them. */
export async function redeem(...attempt: Parameters<typeof redeemCredential>): Promise<SignedIn> {
  return keep(await redeemCredential(...attempt), attempt[3]);
}

/** Exchanges the authorization code for tokens. */
export async function redeemCredential(
  { server, settings, found, choice, identity, scope, earlier }: Attempt,
  params: URLSearchParams,
  codeVerifier: string,
  services: SignInServices,
  signal: AbortSignal | undefined,
): Promise<Credential> {
  const { exchangeAuthorization } = await import('../../sdk-client.ts');
  const { authorizationServer, metadata, resource } = found;
  const iss = params.get('iss') ?? undefined;
  const tokens = await exchangeAuthorization(authorizationServer, {
    clientInformation: identity.clientInformation,
    authorizationCode: await codeIn(params, found),
    codeVerifier,
    redirectUri: choice.redirectUrl,
    fetchFn: fetchFor(server, settings, services, { signal }),
    ...(iss !== undefined && { iss }),
    ...(metadata && { metadata }),
    ...(resource !== undefined && { resource }),
    ...(identity.addClientAuthentication && { addClientAuthentication: identity.addClientAuthentication }),
  });
  const { client } = choice;
  return newCredential({ server, settings, found, client, tokens, scope, earlier }, timeOf(services));
}

/** Validates the issuer of the response first; until then nothing in it is used or shown. */
async function codeIn(params: URLSearchParams, { metadata }: Discovered): Promise<string> {
  const { OAuthError, validateAuthorizationResponseIssuer } = await import('../../sdk-client.ts');
  validateAuthorizationResponseIssuer({
    iss: params.get('iss') ?? undefined,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  });
  const code = params.get('code');
  if (code !== null) return code;
  // Without metadata the issuer cannot be validated, so its message is not shown.
  if (!metadata) throw failed('denied', 'the authorization server denied access');
  const error = params.get('error') ?? 'the response has neither a code nor an error';
  throw new OAuthError(error, params.get('error_description') ?? error);
}

/** Stores a sign-in and returns its public details. */
export async function keep(credential: Credential, { store }: SignInServices): Promise<SignedIn> {
  const { id, issuer, tokens } = credential;
  const keptIn = await store.exclusively(id, async () => store.write(id, credential));
  const { scope, expiresAt } = tokens ?? {};
  return {
    credentialId: id,
    issuer,
    ...(scope !== undefined && { scope }),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
    keptIn,
  };
}
