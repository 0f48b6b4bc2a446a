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
  /** What was asked for. */
  readonly scope: string | undefined;
  /** Takes its place if nobody has named it. */
  readonly earlier: Credential | undefined;
}

/** A sign-in that has just been made, as it is kept. */
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
