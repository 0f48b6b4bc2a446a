import { watchFiles } from '../../live/watch/watch-files.ts';
import type { Host } from '../../model/host.ts';
import { gatewayToken, gatewayTokenPath, knownGatewayToken } from '../../store/credentials/gateway-token.ts';

export interface FollowedToken {
  /** The current token; empty if there is none, which rejects all clients. */
  readonly current: () => string;
  /** Calls `onChange` when the token has changed, with the reason if there is none. */
  follow(onChange: (fault?: string) => void): () => void;
}

/** Polling one file is cheap, and on drives without change events an old token must not stay valid. */
const TIMES = { quietMs: 20, anywayMs: 1000 };

/** Follows the gateway token when it is replaced. */
export async function followedToken(host: Host): Promise<FollowedToken> {
  const path = gatewayTokenPath(host);
  let token = await gatewayToken(host);
  const look = async (onChange: (fault?: string) => void): Promise<void> => {
    const before = token;
    let fault: string | undefined;
    try {
      token = (await knownGatewayToken(host)) ?? '';
      if (token === '') fault = `${path} has no token.`;
    } catch (error) {
      token = '';
      fault = error instanceof Error ? error.message : String(error);
    }
    if (token !== before) onChange(fault);
  };
  return {
    current: () => token,
    follow(onChange) {
      const stop = watchFiles([path], () => void look(onChange), TIMES);
      // The token may have changed before watching started.
      void look(onChange);
      return stop;
    },
  };
}
