import { createServer } from 'node:http';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { listening } from '../../../runtime/sign-in/support/listening.ts';

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

export interface TestIssuer {
  readonly issuer: string;
  /** Paths that were requested. */
  readonly asked: string[];
  /** Changes what is published. */
  publish(...keys: readonly SigningKey[]): Promise<void>;
  /** Whether it answers with 503. */
  isDown: boolean;
}

export async function signingKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  return { kid, alg, ...(await generateKeyPair(alg, { extractable: true })) };
}

/** An authorization server of which only the keys are of interest. */
export async function startIssuer(...keys: readonly SigningKey[]): Promise<TestIssuer> {
  const server = createServer();
  const issuer = await listening(server);
  let published: object[] = [];
  const own: TestIssuer = {
    issuer,
    asked: [],
    isDown: false,
    async publish(...now) {
      published = await Promise.all(
        now.map(async ({ kid, alg, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' })),
      );
    },
  };
  await own.publish(...keys);
  server.on('request', (request, response) => {
    own.asked.push(request.url ?? '');
    const documents: Record<string, object> = {
      '/.well-known/oauth-authorization-server': { issuer, jwks_uri: `${issuer}/keys` },
      '/keys': { keys: published },
    };
    const found = own.isDown ? undefined : documents[request.url ?? ''];
    response.writeHead(own.isDown ? 503 : found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  });
  return own;
}

/** A token that is fine unless the claims say otherwise. */
export async function signed(
  key: SigningKey,
  { issuer }: TestIssuer,
  claims: Readonly<Record<string, unknown>> = {},
  header: { readonly kid?: string; readonly alg?: string } = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const all = { iss: issuer, aud: AUDIENCE, sub: 'ann', exp: now + 300, iat: now, scope: 'mcp', ...claims };
  const defined = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new SignJWT(defined).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey);
}

/** The public key as an attacker would use it for HMAC. */
export async function publicText({ publicKey }: SigningKey): Promise<Uint8Array> {
  return new TextEncoder().encode(await exportSPKI(publicKey));
}

export const AUDIENCE = 'https://gateway.example/mcp';
