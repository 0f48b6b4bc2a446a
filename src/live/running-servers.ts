import type { Connection } from '../runtime/connection.ts';
import type { Manager } from '../runtime/manager.ts';
import type { BridgedServer } from '../runtime/tools/server-tools.ts';
import type { ServerHere } from './servers-here.ts';

export function enabled(servers: readonly ServerHere[]): ServerHere[] {
  return servers.filter(({ disabled }) => !disabled);
}

/** The servers of a manager, in the form that the tools need. */
export function bridged({ connections }: Manager): BridgedServer[] {
  return Array.from(connections.values(), (connection) => ({ toRun: connection.toRun, connection }));
}

/** Whether the connection is open or being established. */
export function isInUse(connection: Connection | undefined): boolean {
  const { name } = connection?.state ?? { name: 'idle' };
  return name === 'ready' || name === 'connecting' || name === 'backoff';
}
