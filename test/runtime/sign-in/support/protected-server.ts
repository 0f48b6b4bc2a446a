import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Handler, json, status, withSessions } from '../../servers/http.mjs';
import type { IdentityProvider } from './identity-provider.ts';
import { listening } from './listening.ts';

export interface ProtectedServer {
  readonly url: string;
  /** The authorization of each request, in order. */
  readonly tokens: (string | undefined)[];
  /** Which requests need a token: all, or only calls of tools. */
  protects: 'all' | 'calls';
  /** The right that is needed for calls. */
  needs: string;
  /** What it says about itself, as it is sent. */
  metadata: Record<string, unknown> | undefined;
  challenge: string | undefined;
  /** Calls fail, with what the server was given in the message. */
  echoes: boolean;
}

/** A server that accepts only tokens issued for it by the identity provider. */
export async function startProtected(
  provider: Pick<IdentityProvider, 'issuer' | 'find'>,
  { handler } = withSessions() as { readonly handler: Handler },
): Promise<ProtectedServer> {
  const server = createServer();
  const origin = await listening(server);
  const url = `${origin}/mcp`;
  const own: ProtectedServer = {
    url,
    tokens: [],
    protects: 'all',
    needs: 'mcp',
    metadata: { resource: url, authorization_servers: [provider.issuer], scopes_supported: ['mcp'] },
    challenge: `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    echoes: false,
  };
  const isLetIn = async (token: string | undefined, isCall: boolean): Promise<401 | 403 | undefined> => {
    if (own.protects === 'calls' && !isCall) return undefined;
    const found = token === undefined ? undefined : await provider.find(token);
    if (!found || ![found.aud].flat().includes(url)) return 401;
    return isCall && !(found.scope ?? '').split(' ').includes(own.needs) ? 403 : undefined;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse, message?: { method?: string }) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '');
    own.tokens.push(token);
    const refused = await isLetIn(token, message?.method === 'tools/call');
    if (own.echoes && refused === undefined) return status(response, 500, `I was given ${token}`);
    if (refused === undefined) return handler(Object.assign(request, { message }), response);
    const scope =
      refused === 403 ? `${own.challenge ?? 'Bearer'}, error="insufficient_scope", scope="${own.needs}"` : '';
    const header = scope || own.challenge;
    return status(response, refused, '', header === undefined ? {} : { 'www-authenticate': header });
  };
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
      return own.metadata ? json(response, own.metadata) : status(response, 404);
    }
    if (!/^\/(mcp|messages)\b/.test(request.url ?? '')) return status(response, 404);
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    return request.on(
      'end',
      () => void serve(request, response, body === '' ? undefined : (JSON.parse(body) as object)),
    );
  });
  return own;
}
