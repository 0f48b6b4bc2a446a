import { randomBytes } from 'node:crypto';
import type { OAuthClientMetadata } from '@modelcontextprotocol/client';
import type { Fetch } from '../connect/http/guarded-fetch.ts';
import type { AuthSettings } from './auth-settings.ts';
import { type Callback, type CallbackPlace, openCallback } from './callback/callback-server.ts';
import type { Discovered } from './discover.ts';
import { isLoopbackName } from './forbidden-address.ts';
import { FetchRefused } from './oauth-fetch.ts';
import { isMoreThan } from './scopes.ts';
import { failed, SignInError, shownAddress, undiscovered } from './sign-in-error.ts';
import type { StoredClient } from './tokens/credential.ts';

/** The OAuth client for this sign-in, and its redirect. */
export interface ClientChoice {
  readonly client: StoredClient;
  readonly redirectUrl: string;
  /** Absent if the redirect goes elsewhere and a person has to paste it. */
  readonly callback?: Callback;
  /** State that the response must contain. */
  readonly state: string;
  /** Whether the client comes from an earlier registration, which the authorization server may have deleted. */
  readonly isReused: boolean;
}

export interface ClientOptions {
  readonly clientName: string;
  readonly scope: string | undefined;
  readonly state: string;
  /** Where the browser is sent back to, if not to a listener of this process. */
  readonly redirectUrl?: string;
  /** The client of an earlier sign-in at the same authorization server. */
  readonly earlier: StoredClient | undefined;
  readonly now: () => number;
  readonly fetch: Fetch;
}

/** Fixed path for pre-registered clients, whose redirect URI cannot change. */
const KNOWN_PATH = '/callback';

/** Chooses the client in this order: configured, metadata document, registered earlier, newly registered. */
export async function chooseClient(
  found: Discovered,
  settings: AuthSettings,
  options: ClientOptions,
): Promise<ClientChoice> {
  const { clientId, clientMetadataUrl, authMethod } = settings;
  const back = async (path: string): Promise<Pick<ClientChoice, 'redirectUrl' | 'callback' | 'state'>> =>
    redirectFor(settings, path, options);
  if (clientId !== undefined) {
    const client = { kind: 'given', id: clientId, ...(authMethod !== undefined && { authMethod }) } as const;
    return { client, ...(await back(KNOWN_PATH)), isReused: false };
  }
  if (clientMetadataUrl !== undefined && found.metadata?.client_id_metadata_document_supported === true) {
    return { client: { kind: 'document', id: clientMetadataUrl }, ...(await back(KNOWN_PATH)), isReused: false };
  }
  const again = await reuse(options);
  if (again) return again;
  if (found.metadata && found.metadata.registration_endpoint === undefined) {
    const why = `${shownAddress(found.issuer)} does not support dynamic client registration`;
    const tip = 'Register a client there and set its id as "clientId" in "auth" of this server.';
    throw failed('unregistered', why, tip);
  }
  const redirect = await back(`/${randomBytes(16).toString('base64url')}`);
  try {
    return { client: await register(found, redirect.redirectUrl, options), ...redirect, isReused: false };
  } catch (error) {
    await redirect.callback?.close();
    throw error;
  }
}

/** Not all authorization servers accept a different port or more scopes than registered. */
async function reuse(options: ClientOptions): Promise<ClientChoice | undefined> {
  const { earlier, scope, state, now, redirectUrl: own } = options;
  const { kind, redirectUrl = '', secretExpiresAt = Infinity } = earlier ?? {};
  if (!earlier || kind !== 'registered' || !URL.canParse(redirectUrl)) return undefined;
  if (secretExpiresAt <= now() || isMoreThan(scope, earlier.scope)) return undefined;
  if (own !== undefined)
    return own === redirectUrl ? { client: earlier, redirectUrl, state, isReused: true } : undefined;
  try {
    const callback = await openCallback(callbackPlace(new URL(redirectUrl)), state);
    return { client: earlier, redirectUrl, callback, state, isReused: true };
  } catch (error) {
    if (error instanceof SignInError) return undefined;
    throw error;
  }
}

async function redirectFor(
  { redirectUri, callbackPort = 0 }: AuthSettings,
  path: string,
  { state, redirectUrl }: ClientOptions,
): Promise<Pick<ClientChoice, 'redirectUrl' | 'callback' | 'state'>> {
  if (redirectUrl !== undefined) return { redirectUrl, state };
  if (redirectUri === undefined) {
    const callback = await openCallback({ hostname: '127.0.0.1', port: callbackPort, path }, state);
    return { redirectUrl: callback.redirectUrl, callback, state };
  }
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  if (!url) throw failed('settings', 'auth.redirectUri is not a URL');
  if (url.protocol !== 'http:' || !isLoopbackName(url.hostname)) return { redirectUrl: redirectUri, state };
  const port = url.port === '' ? callbackPort : Number(url.port);
  const callback = await openCallback({ ...callbackPlace(url), port }, state);
  return { redirectUrl: url.port === '' ? callback.redirectUrl : redirectUri, callback, state };
}

function callbackPlace({ hostname, port, pathname }: URL): CallbackPlace {
  const known = (['localhost', '[::1]'] as const).find((name) => name === hostname);
  return { hostname: known ?? '127.0.0.1', port: Number(port), path: pathname };
}

async function register(found: Discovered, redirectUrl: string, options: ClientOptions): Promise<StoredClient> {
  const { registerClient } = await import('../sdk-client.ts');
  const { authorizationServer, metadata } = found;
  const { scope, fetch, clientName } = options;
  const clientMetadata: OAuthClientMetadata = {
    client_name: clientName,
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: isLoopbackName(new URL(redirectUrl).hostname) ? 'native' : 'web',
    token_endpoint_auth_method: methodFor(metadata?.token_endpoint_auth_methods_supported),
  };
  const details = {
    clientMetadata,
    fetchFn: fetch,
    ...(metadata && { metadata }),
    ...(scope !== undefined && { scope }),
  };
  const registered = await registerClient(authorizationServer, details).catch((error: unknown) => {
    // Registration was not advertised, so it was only a guess.
    throw metadata || error instanceof FetchRefused ? error : undiscovered(shownAddress(authorizationServer));
  });
  const { client_id: id, client_secret: secret, client_secret_expires_at: expiry = 0 } = registered;
  const { token_endpoint_auth_method: authMethod, scope: given = scope } = registered;
  return {
    kind: 'registered',
    id,
    redirectUrl,
    ...(secret !== undefined && { secret }),
    ...(expiry > 0 && { secretExpiresAt: expiry * 1000 }),
    ...(authMethod !== undefined && { authMethod }),
    ...(given !== undefined && { scope: given }),
  };
}

/** A local program is a public client, unless the authorization server requires a secret. */
function methodFor(supported: readonly string[] = []): string {
  if (supported.length === 0 || supported.includes('none')) return 'none';
  return ['client_secret_basic', 'client_secret_post'].find((method) => supported.includes(method)) ?? 'none';
}
