import { isLoopbackHost } from './peers.ts';

/** How a front listens and whom it lets in. */
export interface Listening {
  readonly host: string;
  readonly hasTls: boolean;
  readonly isBehindProxy: boolean;
  /** Whether clients have credentials of their own. */
  readonly hasPrincipals: boolean;
}

/** Why the gateway must not listen like this, with what to do; undefined if it may. */
export function listenFault({ host, hasTls, isBehindProxy, hasPrincipals }: Listening): string | undefined {
  if (isLoopbackHost(host)) return undefined;
  if (!hasTls && !isBehindProxy)
    return `Clients would send their tokens to ${host} unencrypted. Give --cert and --key, or --behind-proxy with the addresses of a proxy that encrypts.`;
  if (!hasPrincipals)
    return `Other machines can reach ${host}, so each client needs a token of its own. Create one with plugboard gateway token create <name>, or give --oauth-issuer and --oauth-audience.`;
  return undefined;
}
