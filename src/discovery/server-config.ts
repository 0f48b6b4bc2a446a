import { type Environment, expandDeep } from '../model/reference.ts';
import { inferTransport, type Server, type Transport } from '../model/server.ts';

/** A server ready for use: its type is explicit and its references are resolved. Never write it to a file. */
export type MCPServerConfig = Pick<
  Server,
  'command' | 'args' | 'env' | 'cwd' | 'url' | 'headers' | 'timeout' | 'auth'
> & {
  type: Transport;
  /** Only if the definition sets it; disabled servers have no config. */
  enabled?: true;
};

/** The config of a server. Options with invalid values are left out; validation has reported them. */
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
