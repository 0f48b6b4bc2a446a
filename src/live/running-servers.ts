import type { Connection } from '../runtime/connection.ts';
import type { Manager } from '../runtime/manager.ts';
import type { BridgedServer } from '../runtime/tools/server-tools.ts';
import type { ServerHere } from './servers-here.ts';

export function enabled(servers: readonly ServerHere[]): ServerHere[] {
  return servers.filter(({ disabled }) => !disabled);
}

/** The servers of a manager as the tools want them. */
export function bridged({ connections }: Manager): BridgedServer[] {
  return Array.from(connections.values(), (connection) => ({ toRun: connection.toRun, connection }));
}

/** Whether somebody has asked for the connection and it is there, or is being made. */
export function isInUse(connection: Connection | undefined): boolean {
  const { name } = connection?.state ?? { name: 'idle' };
  return name === 'ready' || name === 'connecting' || name === 'backoff';
}
