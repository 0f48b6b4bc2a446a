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
  /** Whether the authorization server was told; what it has given out may still be good otherwise. */
  readonly isRevoked: boolean;
  /** Why it was not. */
  readonly why?: string;
}

/** Forgets a sign-in, and tells the authorization server if that can be done. Undefined when nobody was signed in. */
export async function signOut(settings: AuthSettings, services: SignInServices): Promise<SignedOut | undefined> {
  const { store } = services;
  const found = await findCredential(store, settings);
  if (!found) {
    // What cannot be read can still be removed, if it has a name.
    if (settings.credentialId !== undefined) await store.remove(settings.credentialId);
    return undefined;
  }
  const { id, issuer } = found;
  return store.exclusively(id, async () => {
    // It may have been renewed since.
    const now = (await findCredential(store, settings)) ?? found;
    const why = await revoke(now, settings, services);
    await store.remove(id);
    return { credentialId: id, issuer, isRevoked: why === undefined, ...(why !== undefined && { why }) };
  });
}

/** Why a sign-in could not be revoked; undefined when it was. */
async function revoke(
  credential: Credential,
  settings: AuthSettings,
  services: SignInServices,
): Promise<string | undefined> {
  const { tokens, endpoints, client, server } = credential;
  const { revocation } = endpoints;
  if (!tokens) return undefined;
  if (revocation === undefined) return 'the authorization server has no way to do so';
  // The one that lasts goes first: others mostly end with it.
  const all = [
    ['refresh_token', tokens.refresh],
    ['access_token', tokens.access],
  ] as const;
  const secrets = secretsOf(credential);
  try {
    const { selectClientAuthMethod } = await import('@modelcontextprotocol/client');
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
