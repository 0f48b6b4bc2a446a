import type { AddClientAuthentication, OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import type { ValueOptions } from '../values/config-value.ts';
import { type AuthSettings, settingSecret } from './auth-settings.ts';
import type { StoredClient } from './tokens/credential.ts';

/** Client authentication at the authorization server. */
export interface ClientIdentity {
  readonly clientInformation: OAuthClientInformationMixed;
  readonly addClientAuthentication?: AddClientAuthentication;
  /** Values to mask. */
  readonly secrets: readonly string[];
}

/** A configured secret is not stored by us but resolved each time. */
export async function identityOf(
  client: StoredClient,
  settings: AuthSettings,
  values: ValueOptions,
): Promise<ClientIdentity> {
  const { privateKey, clientSecret, algorithm } = settings;
  if (client.kind === 'given' && privateKey !== undefined) {
    const { createPrivateKeyJwtAuth } = await import('../sdk-client.ts');
    const key = await settingSecret('privateKey', privateKey, values);
    const issuer = client.id;
    return {
      clientInformation: { client_id: client.id },
      addClientAuthentication: createPrivateKeyJwtAuth({ issuer, subject: issuer, privateKey: key, alg: algorithm }),
      secrets: [key],
    };
  }
  const isGiven = client.kind === 'given' && clientSecret !== undefined;
  const secret = isGiven ? await settingSecret('clientSecret', clientSecret, values) : client.secret;
  return {
    clientInformation: {
      client_id: client.id,
      ...(secret !== undefined && { client_secret: secret }),
      ...(client.authMethod !== undefined && { token_endpoint_auth_method: client.authMethod, redirect_uris: [] }),
    },
    // The second is its form in the Authorization header.
    secrets: secret === undefined ? [] : [secret, Buffer.from(`${client.id}:${secret}`).toString('base64')],
  };
}
