import { onTestFinished } from 'vitest';
import type { Server } from '../../../src/model/server.ts';
import type { Session } from '../../../src/runtime/connect/session/session.ts';
import type { Connection } from '../../../src/runtime/connection.ts';
import type { ManagerOptions } from '../../../src/runtime/manager.ts';
import { startHttp, withSessions, type Handler } from '../servers/http.mjs';
import { connectionTo } from './managed.ts';

/** Listens until the test is over. */
export async function started(handler: Handler): ReturnType<typeof startHttp> {
  const server = await startHttp(handler);
  onTestFinished(() => server.close());
  return server;
}

export function to(url: string, more: Server = {}, options?: Partial<ManagerOptions>): Connection {
  return connectionTo({ name: 'remote', server: { url, retries: 0, ...more } }, options);
}

export async function sessionOver(handler: Handler, more?: Server): Promise<Session> {
  return to((await started(handler)).url, more).ready();
}

/** Behaves, except for calls of tools, and for answers of ours if it does not take any. */
export function butFor(call: Handler, isDeaf = false): Handler {
  const { handler } = withSessions();
  return (request, response) => {
    if (request.message?.method === 'tools/call') return call(request, response);
    return isDeaf && request.message?.result !== undefined ? undefined : handler(request, response);
  };
}
