import { type Environment, expandDeep } from '../model/reference.ts';
import { inferTransport, type Server, type Transport } from '../model/server.ts';

/** A server ready for use: its type is explicit, references are replaced by their values. Hold it, never write it. */
export type MCPServerConfig = Pick<
  Server,
  'command' | 'args' | 'env' | 'cwd' | 'url' | 'headers' | 'timeout' | 'auth'
> & {
  type: Transport;
  /** Only when the definition says so; servers that are switched off have no config. */
  enabled?: true;
};

/** The server as it is to be used. Options with values that cannot be meant are left out; validation has warned of them. */
export function serverConfig(server: Server, env: Environment): MCPServerConfig {
  const { command, args, cwd, url, headers, timeout, auth, disabled } = server;
  const config = {
    type: inferTransport(server),
    ...(command === undefined ? {} : { command }),
    ...(args === undefined ? {} : { args }),
    ...(server.env === undefined ? {} : { env: server.env }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(url === undefined ? {} : { url }),
    ...(headers === undefined ? {} : { headers }),
    ...(typeof timeout === 'number' && Number.isFinite(timeout) && timeout > 0 ? { timeout } : {}),
    ...(auth?.type === 'oauth' ? { auth } : {}),
    ...(disabled === false ? { enabled: true as const } : {}),
  };
  return expandDeep(config, env);
}
