import type { AuthSettings } from './auth-settings.ts';
import { identityOf } from './client-identity.ts';
import { type Credential, secretsOf } from './credential.ts';
import { explain, oauthCode } from './explain.ts';
import { fetchFor, type SignInServices, timeOf } from './services.ts';
import { keptTokens, metadataOf } from './tokens.ts';

/** Somebody has to sign in again. */
export class SignInEnded extends Error {
  readonly why: string;

  constructor(why: string) {
    super(`Your sign-in has ended: ${why}`);
    this.name = 'SignInEnded';
    this.why = why;
  }
}

/** The same sign-in with a new token. Rejects with `SignInEnded`, or with a `SignInError` when it may work later on. */
export async function renew(
  credential: Credential,
  settings: AuthSettings,
  services: SignInServices,
): Promise<Credential> {
  const { tokens, issuer, resource, client, server } = credential;
  if (tokens?.refresh === undefined) throw new SignInEnded('it has run out, and cannot be renewed');
  const { refreshAuthorization } = await import('@modelcontextprotocol/client');
  const identity = await identityOf(client, settings, services.values);
  try {
    const renewed = await refreshAuthorization(issuer, {
      metadata: metadataOf(credential),
      clientInformation: identity.clientInformation,
      refreshToken: tokens.refresh,
      fetchFn: fetchFor(server, services),
      ...(resource !== undefined && { resource }),
      ...(identity.addClientAuthentication && { addClientAuthentication: identity.addClientAuthentication }),
    });
    const now = timeOf(services);
    return { ...credential, tokens: keptTokens(renewed, tokens.scope, now), savedAt: now };
  } catch (error) {
    const failure = explain(error, [...secretsOf(credential), ...identity.secrets]);
    const why = endOf(oauthCode(error), client.kind === 'given');
    throw why === undefined ? failure : new SignInEnded(why);
  }
}

/** Why there is no use in trying again. */
function endOf(code: string | undefined, isGiven: boolean): string | undefined {
  if (code === 'invalid_grant') return 'it was revoked, or has run out';
  const isUnknown = code === 'invalid_client' || code === 'unauthorized_client';
  // What is given in the configuration can be corrected there.
  return isUnknown && !isGiven ? 'the authorization server does not know this program any more' : undefined;
}
