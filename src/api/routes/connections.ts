import { Hono } from 'hono';
import * as z from 'zod';
import { disabledError } from '../../live/disabled-error.ts';
import type { Runtime } from '../../live/runtime.ts';
import type { ServerHere } from '../../live/servers-here.ts';
import { failureOf } from '../../live/test-server.ts';
import { notFound } from '../../manage/no-such-server.ts';
import { canSignIn } from '../../model/can-sign-in.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { nameFromPath } from '../../model/server-name.ts';
import { ConnectionError } from '../../runtime/connect/errors.ts';
import { openBrowser } from '../../runtime/sign-in/callback/open-browser.ts';
import type { ApiContext } from '../api-context.ts';
import { callProblem } from '../calls/call-problem.ts';
import type { ConnectionAnswer, ConnectionRequest } from '../contract/servers.ts';
import { HttpError } from '../http-error.ts';
import { readBody } from '../read-body.ts';
import { failureStatus } from '../views/failure-status.ts';
import { machineOf } from '../views/machine.ts';
import { serverStatus } from '../views/servers/server-status.ts';
import { snapshotOf } from '../views/snapshot.ts';
import { boardOf } from '../views/status-board.ts';

const wanted = z.object({ action: z.enum(['start', 'stop', 'restart', 'sign-in', 'sign-out']) });

interface Use {
  readonly server: ServerHere;
  readonly runtime: Runtime;
  readonly api: ApiContext;
}

type Act = (use: Use) => Promise<{ readonly address?: string } | undefined>;

/** `POST /api/servers/:name/connection`: responds at once; progress arrives as `server.status` events. */
export function connectionsRoutes(api: ApiContext): Hono {
  return new Hono().post('/servers/:name/connection', async (context) => {
    const name = nameFromPath(context.req.param('name'));
    const { action } = await readBody(context, wanted);
    const runtime = await api.runtime();
    const server = await usable(name, action, api);
    // A file may just have changed.
    if (!runtime.manager.connections.has(name)) await runtime.reload();
    const more = await acts[action]({ server, runtime, api });
    const { machine, board } = await snapshotOf(api);
    const answer: ConnectionAnswer = { status: serverStatus(name, machine, runtime, board), ...more };
    return context.json(answer);
  });
}

const acts: Readonly<Record<ConnectionRequest['action'], Act>> = {
  async start(use) {
    void connect(use);
  },
  stop: async (use) => stop(use),
  async restart(use) {
    await stop(use);
    void connect(use);
  },
  'sign-in': signIn,
  async 'sign-out'({ server, runtime, api }) {
    if (!(await runtime.signIn.end(server))) throw new PlugboardError('not-signed-in', { name: server.name });
    return stop({ server, runtime, api });
  },
};

async function connect({ server, runtime, api }: Use): Promise<void> {
  try {
    await runtime.manager.connections.get(server.name)?.connect();
  } catch (error) {
    await noteFailure(server, error, api);
  }
}

async function stop({ server: { name }, runtime, api }: Use): Promise<undefined> {
  await runtime.stop([name]);
  (await boardOf(api)).forget(name);
  api.events.publish({ type: 'server.status', server: name, status: { name: 'not-checked' } });
}

/** Responds as soon as the sign-in URL is known; the page shows it if no browser can be opened. */
async function signIn(use: Use): Promise<{ readonly address?: string }> {
  return new Promise((resolve, reject) => {
    void signInAndConnect(use, (address) => resolve({ address })).then(
      () => resolve({}),
      (error: unknown) => reject(signInProblem(error)),
    );
  });
}

/** An unreachable server is not a failed sign-in. */
function signInProblem(error: unknown): Error {
  if (error instanceof ConnectionError) return new HttpError(502, callProblem(error));
  return new PlugboardError('sign-in-failed', { message: failureOf(error).message });
}

async function signInAndConnect(use: Use, showAddress: (address: string) => void): Promise<void> {
  const { server, runtime, api } = use;
  try {
    const openHere = async (address: string): Promise<boolean> => openBrowser(address, api.host);
    await runtime.signIn.start(server, { showAddress, openBrowser: openHere, signal: runtime.closing });
  } catch (error) {
    await noteFailure(server, error, api);
    throw error;
  }
  await runtime.restart([server.name]);
  void connect(use);
}

async function noteFailure(server: ServerHere, error: unknown, api: ApiContext): Promise<void> {
  const status = failureStatus(server, failureOf(error), api.host.now());
  (await boardOf(api)).note(server, status);
  api.events.publish({ type: 'server.status', server: server.name, status });
}

/** Rejects servers that are disabled or not approved. */
async function usable(name: string, action: ConnectionRequest['action'], api: ApiContext): Promise<ServerHere> {
  const { here, found, permissions } = await machineOf(api)();
  const server = here.get(name);
  if (!server) throw notFound(name, { ...found, invalid: found.unusable });
  if (action === 'stop' || action === 'sign-out') return server;
  if (server.disabled) throw disabledError(server);
  const permission = permissions.get(name) ?? 'approved';
  if (permission !== 'approved')
    throw new PlugboardError(permission === 'denied' ? 'approval-denied' : 'approval-needed', { name });
  if (action === 'sign-in' && !canSignIn(server.server)) {
    const message = `${name} does not support sign-in: it is a local program or already has an authorization header.`;
    throw new HttpError(400, { code: 'usage', field: 'action', message });
  }
  return server;
}
