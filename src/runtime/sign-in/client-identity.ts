import type { AddClientAuthentication, OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import type { ValueOptions } from '../values/config-value.ts';
import { type AuthSettings, settingSecret } from './auth-settings.ts';
import type { StoredClient } from './tokens/credential.ts';

/** How we prove to an authorization server who we are. */
export interface ClientIdentity {
  readonly clientInformation: OAuthClientInformationMixed;
  readonly addClientAuthentication?: AddClientAuthentication;
  /** What must not be shown. */
  readonly secrets: readonly string[];
}

/** A secret in the configuration is not kept by us: it is looked up each time. */
export async function identityOf(
  client: StoredClient,
  settings: AuthSettings,
  values: ValueOptions,
): Promise<ClientIdentity> {
  const { privateKey, clientSecret, algorithm } = settings;
  if (client.kind === 'given' && privateKey !== undefined) {
    const { createPrivateKeyJwtAuth } = await import('@modelcontextprotocol/client');
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
    // The second is what it becomes in a header.
    secrets: secret === undefined ? [] : [secret, Buffer.from(`${client.id}:${secret}`).toString('base64')],
  };
}
