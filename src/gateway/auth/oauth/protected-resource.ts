import type { AuthFault } from '../authenticate.ts';
import type { OauthOptions } from './access-tokens.ts';

const METADATA = '/.well-known/oauth-protected-resource';

/** How clients find the authorization server (RFC 9728). `origin` is the address that the client uses. */
export interface ProtectedResource {
  /** The metadata document, if the path is one of its addresses. */
  metadataAt(path: string, origin: string): string | undefined;
  /** The value of `WWW-Authenticate` for a rejected request. */
  challenge(fault: AuthFault['fault'], origin: string): string;
}

export function protectedResource({ issuer, audience, scopes = [] }: OauthOptions): ProtectedResource {
  const isAddress = /^https?:\/\//i.test(audience);
  return {
    metadataAt(path, origin) {
      if (path !== METADATA && path !== `${METADATA}/mcp` && !path.startsWith(`${METADATA}/mcp/`)) return undefined;
      return JSON.stringify({
        resource: isAddress ? audience : `${origin}/mcp`,
        authorization_servers: [issuer],
        ...(scopes.length > 0 && { scopes_supported: scopes }),
        bearer_methods_supported: ['header'],
        resource_name: 'Plugboard',
      });
    },
    challenge(fault, origin) {
      const isError = fault === 'invalid_token' || fault === 'insufficient_scope';
      const fields = [
        ...(isError ? [`error="${fault}"`] : []),
        ...(scopes.length > 0 ? [`scope="${scopes.join(' ')}"`] : []),
        `resource_metadata="${origin}${METADATA}/mcp"`,
      ];
      return `Bearer ${fields.join(', ')}`;
    },
  };
}
