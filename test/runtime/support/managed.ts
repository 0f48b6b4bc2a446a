import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Server } from '../../../src/model/server.ts';
import type { Session } from '../../../src/runtime/connect/session/session.ts';
import type { Connection } from '../../../src/runtime/connection.ts';
import { createManager, type Manager, type ManagerOptions } from '../../../src/runtime/manager.ts';
import type { ConnectionState, LogEntry, ServerToRun } from '../../../src/runtime/types.ts';
import { resolveServer } from '../../../src/runtime/values/resolve-server.ts';

export const serverFile = (name: string): string => fileURLToPath(new URL(`../servers/${name}`, import.meta.url));

/** A server of ours with one of the ways to behave that stdio.mjs knows. */
export function ours(behavior: string, more: Server = {}, marker = ''): ServerToRun {
  const server = { command: process.execPath, args: [serverFile('stdio.mjs'), behavior, marker], ...more };
  return { name: behavior, server };
}

export type Managed = Manager & { readonly log: LogEntry[] };

/** A manager for which everything is approved; ended with the test. */
export function manage(servers: ServerToRun[], options: Partial<ManagerOptions> = {}): Managed {
  const log: LogEntry[] = [];
  const env = process.env;
  const manager = createManager({
    servers,
    env,
    platform: process.platform as 'linux',
    resolve: (toRun, signal) => resolveServer(toRun, { env, signal }),
    permission: async () => 'approved',
    clientInfo: { name: 'plugboard-test', version: '0' },
    graceMs: 300,
    // Nobody waits for what only wants to let time pass.
    wait: async () => {},
    log: (entry) => log.push(entry),
    ...options,
  });
  onTestFinished(() => manager.close());
  return Object.assign(manager, { log });
}

/** The connection to one server, made or not. */
export function connectionTo(server: ServerToRun, options?: Partial<ManagerOptions>): Connection {
  return only(manage([server], options));
}

export function only({ connections }: Manager): Connection {
  const [connection] = connections.values();
  if (!connection) throw new Error('There is no connection.');
  return connection;
}

export async function sessionWith(behavior: string, more?: Server): Promise<Session> {
  return connectionTo(ours(behavior, more)).ready();
}

/** The states a connection goes through from now on. */
export function statesOf(connection: Connection): ConnectionState[] {
  const states: ConnectionState[] = [];
  connection.onChange((state) => states.push(state));
  return states;
}

/** The text of a tool's answer. */
export async function call(session: Session, name: string, args: object = {}): Promise<string> {
  const { content } = await session.request('tools/call', { name, arguments: args });
  return (content as { text: string }[])[0]?.text ?? '';
}

/** Why something fails; wanted before it does. */
export async function messageOf(failing: Promise<unknown>): Promise<string> {
  const error: unknown = await failing.catch((reason: unknown) => reason);
  return error instanceof Error ? error.message : 'It did not fail.';
}
