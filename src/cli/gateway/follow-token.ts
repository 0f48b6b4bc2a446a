import { watchFiles } from '../../live/watch-files.ts';
import type { Host } from '../../model/host.ts';
import { gatewayToken, gatewayTokenPath, knownGatewayToken } from '../../store/gateway-token.ts';

export interface FollowedToken {
  /** Empty when there is none any more, and nobody is let in with that. */
  readonly current: () => string;
  /** Calls back when it has changed, and says why there is none, if so. */
  follow(onChange: (fault?: string) => void): () => void;
}

/** One file, so looking costs nothing; drives that do not tell of changes must not keep an old token alive. */
const TIMES = { quietMs: 20, anywayMs: 1000 };

/** The token of the gateway, also when another one takes its place. */
export async function followedToken(host: Host): Promise<FollowedToken> {
  const path = gatewayTokenPath(host);
  let token = await gatewayToken(host);
  const look = async (onChange: (fault?: string) => void): Promise<void> => {
    const before = token;
    let fault: string | undefined;
    try {
      token = (await knownGatewayToken(host)) ?? '';
      if (token === '') fault = `${path} holds no token.`;
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
      // It may have changed before anybody watched.
      void look(onChange);
      return stop;
    },
  };
}
