import type { AuthSettings } from './auth-settings.ts';
import { identityOf } from './client-identity.ts';
import { explain } from './explain.ts';
import { fetchFor, type SignInServices } from './services.ts';
import { failed } from './sign-in-error.ts';
import { type Credential, secretsOf } from './tokens/credential.ts';
import { findCredential } from './tokens/find-credential.ts';

export interface SignedOut {
  readonly credentialId: string;
  readonly issuer: string;
  /** Whether the tokens were revoked; otherwise they may still be valid. */
  readonly isRevoked: boolean;
  /** Why they were not revoked. */
  readonly why?: string;
}

/** Deletes a sign-in and revokes its tokens if possible. Undefined if there was none. */
export async function signOut(settings: AuthSettings, services: SignInServices): Promise<SignedOut | undefined> {
  const { store } = services;
  const found = await findCredential(store, settings);
  if (!found) {
    // An unreadable credential can still be deleted by name.
    if (settings.credentialId !== undefined) await store.remove(settings.credentialId);
    return undefined;
  }
  const { id, issuer } = found;
  return store.exclusively(id, async () => {
    // It may have been refreshed meanwhile.
    const now = (await findCredential(store, settings)) ?? found;
    const why = await revoke(now, settings, services);
    await store.remove(id);
    return { credentialId: id, issuer, isRevoked: why === undefined, ...(why !== undefined && { why }) };
  });
}

/** Why the tokens could not be revoked; undefined on success. */
async function revoke(
  credential: Credential,
  settings: AuthSettings,
  services: SignInServices,
): Promise<string | undefined> {
  const { tokens, endpoints, client, server } = credential;
  const { revocation } = endpoints;
  if (!tokens) return undefined;
  if (revocation === undefined) return 'the authorization server has no revocation endpoint';
  // The refresh token goes first: revoking it usually invalidates the access token.
  const all = [
    ['refresh_token', tokens.refresh],
    ['access_token', tokens.access],
  ] as const;
  const secrets = secretsOf(credential);
  try {
    const { selectClientAuthMethod } = await import('../sdk-client.ts');
    const identity = await identityOf(client, settings, services.values);
    secrets.push(...identity.secrets);
    const { clientInformation, addClientAuthentication } = identity;
    const method = selectClientAuthMethod(clientInformation, [...endpoints.authMethods]);
    for (const [hint, token] of all) {
      if (token === undefined) continue;
      const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
      const body = new URLSearchParams({ token, token_type_hint: hint });
      const { client_id: id, client_secret: secret } = clientInformation;
      if (addClientAuthentication) await addClientAuthentication(headers, body, revocation);
      else if (method === 'client_secret_basic') headers.set('authorization', `Basic ${btoa(`${id}:${secret}`)}`);
      else {
        body.set('client_id', id);
        if (method === 'client_secret_post' && secret !== undefined) body.set('client_secret', secret);
      }
      const { ok, status } = await fetchFor(server, settings, services, { credential })(revocation, {
        method: 'POST',
        headers,
        body,
      });
      if (!ok) throw failed('other', `the authorization server answered with ${status}`);
    }
    return undefined;
  } catch (error) {
    return explain(error, secrets).message;
  }
}
