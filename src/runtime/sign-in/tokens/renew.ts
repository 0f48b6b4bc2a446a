import type { AuthSettings } from '../auth-settings.ts';
import { identityOf } from '../client-identity.ts';
import { explain, oauthCode } from '../explain.ts';
import { fetchFor, type SignInServices, timeOf } from '../services.ts';
import { type Credential, secretsOf, type StoredClient } from './credential.ts';
import { keptTokens, metadataOf } from './tokens.ts';

/** A new sign-in is needed. */
export class SignInEnded extends Error {
  readonly why: string;
  /** Whether the authorization server no longer knows our client. */
  readonly isUnknown: boolean;

  constructor(why: string, isUnknown = false) {
    super(`Your sign-in has ended: ${why}`);
    this.name = 'SignInEnded';
    this.why = why;
    this.isUnknown = isUnknown;
  }
}

/** Refreshes the token. Rejects with `SignInEnded`, or with a `SignInError` if it may work later. */
export async function renew(
  credential: Credential,
  settings: AuthSettings,
  services: SignInServices,
): Promise<Credential> {
  const { tokens, issuer, resource, client, server } = credential;
  if (tokens?.refresh === undefined) throw new SignInEnded('it has expired and cannot be refreshed');
  const { refreshAuthorization } = await import('../../sdk-client.ts');
  const identity = await identityOf(client, settings, services.values);
  try {
    const renewed = await refreshAuthorization(issuer, {
      metadata: metadataOf(credential),
      clientInformation: identity.clientInformation,
      refreshToken: tokens.refresh,
      fetchFn: fetchFor(server, settings, services, { credential }),
      ...(resource !== undefined && { resource }),
      ...(identity.addClientAuthentication && { addClientAuthentication: identity.addClientAuthentication }),
    });
    const now = timeOf(services);
    return { ...credential, tokens: keptTokens(renewed, tokens.scope, now), savedAt: now };
  } catch (error) {
    throw endOf(oauthCode(error), client.kind) ?? explain(error, [...secretsOf(credential), ...identity.secrets]);
  }
}

/** Maps a permanent error to `SignInEnded`. */
function endOf(code: string | undefined, kind: StoredClient['kind']): SignInEnded | undefined {
  if (code === 'invalid_grant') return new SignInEnded('it was revoked or has expired');
  const isUnknown = code === 'invalid_client' || code === 'unauthorized_client';
  // A client id from the config file can be corrected there, so the sign-in is kept.
  if (!isUnknown || kind === 'given') return undefined;
  return new SignInEnded('the authorization server no longer knows this client', true);
}
