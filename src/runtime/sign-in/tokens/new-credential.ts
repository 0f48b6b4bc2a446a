import type { OAuthTokens } from '@modelcontextprotocol/client';
import type { AuthSettings } from '../auth-settings.ts';
import type { Discovered } from '../discover.ts';
import { type Credential, credentialName, type StoredClient } from './credential.ts';
import { endpointsOf, keptTokens } from './tokens.ts';

export interface Obtained {
  readonly server: string;
  readonly settings: AuthSettings;
  readonly found: Discovered;
  readonly client: StoredClient;
  readonly tokens: OAuthTokens;
  /** The requested scopes. */
  readonly scope: string | undefined;
  /** Replaced, unless it is named. */
  readonly earlier: Credential | undefined;
}

/** Builds the stored form of a new sign-in. */
export function newCredential(
  { server, settings, found, client, tokens, scope, earlier }: Obtained,
  now: number,
): Credential {
  const { credentialId, clientId, grant } = settings;
  const { issuer, resource } = found;
  const isReplaced = earlier && !earlier.isNamed;
  return {
    version: 1,
    id: credentialId ?? (isReplaced ? earlier.id : credentialName(issuer, resource ?? server, clientId)),
    isNamed: credentialId !== undefined,
    server,
    issuer,
    ...(resource !== undefined && { resource }),
    grant,
    client,
    endpoints: endpointsOf(found),
    tokens: keptTokens(tokens, scope, now),
    ...(scope !== undefined && { askedScope: scope }),
    savedAt: now,
  };
}
