import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider, type Token } from 'oidc-provider';
import { listening } from './listening.ts';
import { MapAdapter } from './map-adapter.ts';

export interface IdentityProvider {
  readonly issuer: string;
  /** What was asked, such as `POST /token refresh_token`. */
  readonly asked: string[];
  /** Who is there, if it is good for anything. */
  find(token: string): Promise<Token | undefined>;
  findRefresh(token: string): Promise<Token | undefined>;
  /** Ends all that was granted with a token. */
  revokeAll(token: string): Promise<void>;
  /** What the person at the browser says when asked. */
  consents: boolean;
  /** Who is at the browser. */
  person: string;
  /** Rights that are not granted whatever the person says. */
  readonly withheld: Set<string>;
  /** Comes before everything else; true when it has answered. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export const machineKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signing = { ...machineKey.privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
export const machineSecret = 'canary-machine-secret-4711';

/** A real OpenID provider on this machine. Its tokens are for whatever resource is asked for. */
export async function startProvider(format: 'opaque' | 'jwt' = 'opaque'): Promise<IdentityProvider> {
  const server = createServer();
  const issuer = await listening(server);
  const provider = new Provider(issuer, configuration(format));
  const handle = provider.callback();
  const asked: string[] = [];
  const own: IdentityProvider = {
    issuer,
    asked,
    find: async (token) => (await provider.AccessToken.find(token)) ?? provider.ClientCredentials.find(token),
    findRefresh: async (token) => provider.RefreshToken.find(token),
    async revokeAll(token) {
      const found = (await provider.RefreshToken.find(token)) ?? (await provider.AccessToken.find(token));
      await (await provider.Grant.find(found?.grantId ?? ''))?.destroy();
      await found?.destroy();
    },
    consents: true,
    person: 'ann',
    withheld: new Set(),
    intercept: () => false,
  };
  server.on('request', (request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '').replace(/^\/(auth|interaction)\/.*/, '/$1/…');
    asked.push(`${request.method} ${path}`);
    if (own.intercept(request, response)) return;
    if (path.startsWith('/interaction/')) void interact(provider, own, request, response);
    else void handle(request, response);
  });
  return own;
}

function configuration(accessTokenFormat: string): object {
  const machine = { redirect_uris: [], response_types: [], grant_types: ['client_credentials'], scope: 'mcp' };
  const publicKey = { ...machineKey.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
  return {
    clients: [
      { client_id: 'machine-basic', client_secret: machineSecret, ...machine },
      {
        client_id: 'machine-post',
        client_secret: machineSecret,
        token_endpoint_auth_method: 'client_secret_post',
        ...machine,
      },
      {
        client_id: 'machine-key',
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [publicKey] },
        ...machine,
      },
      {
        client_id: 'known',
        client_secret: 'canary-known-secret-0815',
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/other'],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    scopes: ['openid', 'offline_access', 'mcp', 'mcp:write'],
    adapter: MapAdapter,
    jwks: { keys: [signing] },
    cookies: { keys: ['only a test'] },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    ttl: {
      IdToken: 3600,
      AccessToken: 3600,
      ClientCredentials: 3600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Interaction: 600,
      Session: 600,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    pkce: { required: () => true },
    findAccount: async (_: unknown, accountId: string) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true, allowedPolicy: async () => true },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_: unknown, resource: string) => ({
          scope: 'mcp mcp:write',
          audience: resource,
          accessTokenFormat,
          ...(accessTokenFormat === 'jwt' && { jwt: { sign: { alg: 'RS256' } } }),
        }),
      },
    },
  };
}

/** The person at the browser: signs in, and says yes or no. */
async function interact(
  provider: Provider,
  { consents, withheld, person }: IdentityProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: person } });
  }
  if (!consents) {
    const refusal = { error: 'access_denied', error_description: 'Ann <b>said</b> no' };
    return provider.interactionFinished(request, response, refusal);
  }
  const { scope = '', resource = '', client_id: clientId = '' } = params;
  const grant = new provider.Grant({ accountId: session.accountId, clientId });
  for (const right of scope.split(' ')) {
    const isRefused = withheld.has(right);
    if (isRefused) grant.rejectOIDCScope(right);
    else grant.addOIDCScope(right);
    if (resource === '') continue;
    if (isRefused) grant.rejectResourceScope(resource, right);
    else grant.addResourceScope(resource, right);
  }
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}
