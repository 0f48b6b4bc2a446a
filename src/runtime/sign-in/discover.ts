import type { AuthorizationServerMetadata, OAuthProtectedResourceMetadata } from '@modelcontextprotocol/client';
import type { Fetch } from '../connect/http/guarded-fetch.ts';
import type { AuthSettings } from './auth-settings.ts';
import type { Challenge } from './challenge.ts';
import { forbiddenHost, isLoopbackName } from './forbidden-address.ts';
import { namingTip, isNamed, namedPlaces, type NamedPlaces } from './named-places.ts';
import { failed, shownAddress } from './sign-in-error.ts';

/** Discovery result: where to sign in to a server. */
export interface Discovered {
  readonly authorizationServer: string;
  readonly issuer: string;
  /** Absent for servers of the first protocol revision, whose endpoints have fixed paths. */
  readonly metadata?: AuthorizationServerMetadata;
  /** Resource identifier, spelled as in the server's metadata. */
  readonly resource?: string;
  /** The supported scopes. */
  readonly scopes?: readonly string[];
}

interface Surroundings {
  readonly fetch: Fetch;
  /** Addresses that a person has accepted outside the definition. */
  readonly accepted: readonly (string | undefined)[];
}

/** Discovers the authorization server and its endpoints, and validates both. */
export async function discover(
  server: string,
  settings: AuthSettings,
  challenge: Challenge | undefined,
  { fetch, accepted }: Surroundings,
): Promise<Discovered> {
  const found = (await fromSettings(settings, fetch)) ?? (await fromServer(server, challenge, fetch));
  const { metadata, issuer } = found;
  if (settings.issuer !== undefined && settings.issuer !== issuer) {
    const why = `the server sends you to ${shownAddress(issuer)}, but "auth" names ${shownAddress(settings.issuer)}`;
    throw failed('mismatch', why);
  }
  if (metadata) {
    const { authorization_endpoint: page, token_endpoint: tokens } = metadata;
    const named = namedPlaces(server, settings, accepted);
    // A server in a private network may have its authorization server there too.
    const isPrivate = forbiddenHost(new URL(server).hostname, { loopback: true, privateNetworks: false }) !== undefined;
    requireSafeEndpoint(tokens, named, isPrivate);
    if (settings.grant === 'authorization_code') {
      requireSafeEndpoint(page, named, isPrivate);
      requirePkce(metadata);
    }
  }
  return found;
}

async function fromServer(server: string, challenge: Challenge | undefined, fetch: Fetch): Promise<Discovered> {
  const { discoverOAuthServerInfo } = await import('../sdk-client.ts');
  const { resourceMetadataUrl } = challenge ?? {};
  const info = await discoverOAuthServerInfo(server, {
    fetchFn: fetch,
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
  });
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = info;
  const scopes = resourceMetadata?.scopes_supported;
  return {
    authorizationServer: authorizationServerUrl,
    issuer: metadata?.issuer ?? authorizationServerUrl,
    ...(metadata && { metadata }),
    ...(resourceMetadata && { resource: await resourceIn(resourceMetadata, server) }),
    ...(scopes && scopes.length > 0 && { scopes }),
  };
}

/** A server that claims to be another one would get tokens for that one. */
async function resourceIn({ resource }: OAuthProtectedResourceMetadata, server: string): Promise<string> {
  const { checkResourceAllowed, resourceUrlFromServerUrl } = await import('../sdk-client.ts');
  const requestedResource = resourceUrlFromServerUrl(server);
  if (checkResourceAllowed({ requestedResource, configuredResource: resource })) return resource;
  throw failed(
    'mismatch',
    `the server identifies itself as ${shownAddress(resource)}, but its URL is ${shownAddress(server)}`,
  );
}

/** For an authorization server without metadata, or with metadata at a non-standard URL. */
async function fromSettings(settings: AuthSettings, fetch: Fetch): Promise<Discovered | undefined> {
  const { authorizationUrl, tokenUrl, metadataUrl } = settings;
  const metadata =
    authorizationUrl !== undefined && tokenUrl !== undefined
      ? asMetadata({ authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl }, settings)
      : metadataUrl !== undefined && asMetadata(await readMetadata(metadataUrl, fetch), settings);
  if (!metadata) return undefined;
  return { authorizationServer: metadata.issuer, issuer: metadata.issuer, metadata };
}

async function readMetadata(address: string, fetch: Fetch): Promise<object> {
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  const document: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
  if (typeof document === 'object' && document !== null) return document;
  throw failed('settings', `auth.metadataUrl: not the metadata of an authorization server`);
}

function asMetadata(
  document: Partial<AuthorizationServerMetadata>,
  settings: AuthSettings,
): AuthorizationServerMetadata {
  const { authorization_endpoint: page, token_endpoint: tokens, issuer } = document;
  if (typeof page !== 'string' || typeof tokens !== 'string' || !URL.canParse(tokens)) {
    throw failed('settings', 'the metadata of the authorization server lacks endpoints');
  }
  return {
    // Explicitly configured endpoints are trusted to support PKCE.
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    ...document,
    authorization_endpoint: page,
    token_endpoint: tokens,
    issuer: typeof issuer === 'string' ? issuer : (settings.issuer ?? new URL(tokens).origin),
  };
}

/** The browser would follow any address, including one that triggers an action on another local port. */
function requireSafeEndpoint(address: string, named: NamedPlaces, privateNetworks: boolean): void {
  const reach = { loopback: false, privateNetworks };
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const why = url && !isNamed(url, named) ? forbiddenHost(url.hostname, reach) : undefined;
  if (url && why !== undefined) throw failed('refused', `${shownAddress(url)} is not contacted: ${why}`, namingTip);
  const isProtected = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (isProtected && url.username === '' && url.password === '') return;
  throw failed('refused', 'the authorization server names an endpoint that does not use https');
}

/** Without PKCE, an intercepted authorization code could be redeemed by another party. */
function requirePkce({ code_challenge_methods_supported: methods }: AuthorizationServerMetadata): void {
  if (methods?.includes('S256')) return;
  const tip = 'If it supports PKCE, set its "authorizationUrl" and "tokenUrl" in "auth" of this server.';
  throw failed('refused', 'the authorization server does not advertise PKCE (S256)', tip);
}
