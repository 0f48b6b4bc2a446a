import { disabledError } from '../../live/disabled-error.ts';
import type { Runtime } from '../../live/runtime.ts';
import type { ServerHere } from '../../live/servers-here.ts';
import { notFound } from '../../manage/no-such-server.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Connection } from '../../runtime/connection.ts';
import type { ServerTools } from '../../runtime/tools/server-tools.ts';
import type { ApiContext } from '../api-context.ts';

export interface UsableServer {
  readonly runtime: Runtime;
  readonly server: ServerHere;
  readonly connection: Connection;
  readonly tools: ServerTools;
}

/** Returns a server that may be started or contacted, else throws an error that says what to do first. */
export async function usableServer(api: ApiContext, name: string): Promise<UsableServer> {
  const runtime = await api.runtime();
  const server = runtime.servers.find((one) => one.name === name);
  if (!server) throw missing(name, runtime);
  if (server.disabled) throw disabledError(server);
  const refusal = await runtime.refusal(server);
  if (refusal) throw refusal;
  const permission = await runtime.approvals.permissionFor(server);
  if (permission === 'pending') throw new PlugboardError('approval-needed', { name });
  if (permission === 'denied') throw new PlugboardError('approval-denied', { name });
  const connection = runtime.manager.connections.get(name);
  const tools = runtime.tools.servers.get(name);
  if (!connection || !tools) throw missing(name, runtime);
  return { runtime, server, connection, tools };
}

function missing(name: string, { servers, unusable }: Runtime): PlugboardError {
  return notFound(name, { servers, invalid: unusable });
}
