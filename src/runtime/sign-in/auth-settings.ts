import { inferTransport } from '../../model/server.ts';
import type { ServerToRun } from '../types.ts';
import { resolveConfigValue, type ValueOptions } from '../values/config-value.ts';
import { expandVariables, describeMissing } from '../values/expand-variables.ts';
import { failed } from './sign-in-error.ts';

/** The `auth` settings of a definition, with variables expanded. Secrets are still unresolved. */
export interface AuthSettings {
  /** URL of the resource to sign in to, without credentials; undefined for a local program that declares none. */
  readonly server: string | undefined;
  readonly credentialId?: string;
  readonly grant: 'authorization_code' | 'client_credentials';
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** PKCS #8 in PEM. */
  readonly privateKey?: string;
  /** Signature algorithm for the private key. */
  readonly algorithm: string;
  readonly authMethod?: string;
  /** URL of our client metadata document, for authorization servers that support it. */
  readonly clientMetadataUrl?: string;
  readonly scopes: readonly string[];
  /** The only authorization server that may be used. */
  readonly issuer?: string;
  /** URL of the authorization server metadata, if it is not at the standard location. */
  readonly metadataUrl?: string;
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly callbackPort?: number;
  readonly redirectUri?: string;
}

const texts = [
  'credentialId',
  'clientId',
  'clientMetadataUrl',
  'issuer',
  'metadataUrl',
  'authorizationUrl',
  'tokenUrl',
  'redirectUri',
] as const;

export function authSettings({ server }: ServerToRun, { env }: Pick<ValueOptions, 'env'>): AuthSettings {
  const auth: Readonly<Record<string, unknown>> = server.auth ?? {};
  const filled = (field: string, value: unknown): string | undefined => {
    if (typeof value !== 'string' || value === '') return undefined;
    const { text, missing } = expandVariables(value, env);
    if (missing.length > 0) throw failed('settings', `${field}: ${describeMissing(missing)}`);
    return text;
  };
  const own = texts.map((field) => [field, filled(`auth.${field}`, auth[field])]).filter(([, text]) => text);
  const { clientSecret, privateKey, algorithm, tokenEndpointAuthMethod, grantType, callbackPort, scopes } = auth;
  const isRemote = inferTransport(server) !== 'stdio';
  const address = isRemote ? filled('url', server.url) : filled('auth.resource', auth['resource']);
  return {
    ...(Object.fromEntries(own) as { [field in (typeof texts)[number]]?: string }),
    server: address === undefined ? undefined : serverAddress(address),
    grant: grantType === 'client_credentials' ? 'client_credentials' : 'authorization_code',
    ...(typeof clientSecret === 'string' && { clientSecret }),
    ...(typeof privateKey === 'string' && { privateKey }),
    ...(typeof tokenEndpointAuthMethod === 'string' && { authMethod: tokenEndpointAuthMethod }),
    algorithm: typeof algorithm === 'string' ? algorithm : 'RS256',
    scopes: [scopes].flat().filter((scope) => typeof scope === 'string'),
    ...(typeof callbackPort === 'number' && { callbackPort }),
  };
}

/** Normalizes a server URL and removes credentials, which are not part of its identity. */
function serverAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw failed('settings', 'the server has no http or https address');
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}

/** Resolves a secret of the definition. This can run a command, so the server must be approved. */
export async function settingSecret(field: string, written: string, options: ValueOptions): Promise<string> {
  const value = await resolveConfigValue(written, options);
  if ('problem' in value) throw failed('settings', `auth.${field}: ${value.problem}`);
  return value.text;
}
