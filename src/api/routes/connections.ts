import { Hono } from 'hono';
import { z } from 'zod';
import { disabledError } from '../../live/disabled-error.ts';
import type { Runtime } from '../../live/runtime.ts';
import type { ServerHere } from '../../live/servers-here.ts';
import { failureOf } from '../../live/test-server.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import { canSignIn } from '../../model/can-sign-in.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { ConnectionError } from '../../runtime/connect/errors.ts';
import { openBrowser } from '../../runtime/sign-in/callback/open-browser.ts';
import { callProblem } from '../calls/call-problem.ts';
import type { ConnectionAnswer, ConnectionRequest } from '../contract/servers.ts';
import type { Desk } from '../desk.ts';
import { readBody } from '../read-body.ts';
import { Refusal } from '../refusal.ts';
import { failureStatus } from '../views/failure-status.ts';
import { machineOf } from '../views/machine.ts';
import { serverStatus } from '../views/servers/server-status.ts';
import { snapshotOf } from '../views/snapshot.ts';
import { boardOf } from '../views/status-board.ts';

const wanted = z.object({ action: z.enum(['start', 'stop', 'restart', 'sign-in', 'sign-out']) });

interface Use {
  readonly server: ServerHere;
  readonly runtime: Runtime;
  readonly desk: Desk;
}

type Act = (use: Use) => Promise<{ readonly address?: string } | undefined>;

/** `POST /api/servers/:name/connection`: answered at once; what becomes of it comes as `server.status` events. */
export function connectionsRoutes(desk: Desk): Hono {
  return new Hono().post('/servers/:name/connection', async (context) => {
    const name = context.req.param('name');
    const { action } = await readBody(context, wanted);
    const runtime = await desk.runtime();
    const server = await usable(name, action, desk);
    // A file may have been changed just now.
    if (!runtime.manager.connections.has(name)) await runtime.reload();
    const more = await acts[action]({ server, runtime, desk });
    const { machine, board } = await snapshotOf(desk);
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
  async 'sign-out'({ server, runtime, desk }) {
    if (!(await runtime.signIn.end(server))) throw new PlugboardError('not-signed-in', { name: server.name });
    return stop({ server, runtime, desk });
  },
};

async function connect({ server, runtime, desk }: Use): Promise<void> {
  try {
    await runtime.manager.connections.get(server.name)?.connect();
  } catch (error) {
    await noteFailure(server, error, desk);
  }
}

async function stop({ server: { name }, runtime, desk }: Use): Promise<undefined> {
  await runtime.stop([name]);
  (await boardOf(desk)).forget(name);
  desk.events.publish({ type: 'server.status', server: name, status: { name: 'not-checked' } });
}

/** Answers as soon as it is known where to sign in; the page can show the address where no browser can be opened. */
async function signIn(use: Use): Promise<{ readonly address?: string }> {
  return new Promise((resolve, reject) => {
    void signInAndConnect(use, (address) => resolve({ address })).then(
      () => resolve({}),
      (error: unknown) => reject(signInProblem(error)),
    );
  });
}

/** A server that is down is not a sign-in that failed. */
function signInProblem(error: unknown): Error {
  if (error instanceof ConnectionError) return new Refusal(502, callProblem(error));
  return new PlugboardError('sign-in-failed', { message: failureOf(error).message });
}

async function signInAndConnect(use: Use, showAddress: (address: string) => void): Promise<void> {
  const { server, runtime, desk } = use;
  try {
    const openHere = async (address: string): Promise<boolean> => openBrowser(address, desk.host);
    await runtime.signIn.start(server, { showAddress, openBrowser: openHere, signal: runtime.closing });
  } catch (error) {
    await noteFailure(server, error, desk);
    throw error;
  }
  await runtime.restart([server.name]);
  void connect(use);
}

async function noteFailure(server: ServerHere, error: unknown, desk: Desk): Promise<void> {
  const status = failureStatus(server, failureOf(error), desk.host.now());
  (await boardOf(desk)).note(server, status);
  desk.events.publish({ type: 'server.status', server: server.name, status });
}

/** Nothing is started or contacted that is off or that nobody has approved. */
async function usable(name: string, action: ConnectionRequest['action'], desk: Desk): Promise<ServerHere> {
  const { here, permissions } = await machineOf(desk)();
  const server = here.get(name);
  if (!server) throw noSuchServer(name, [...here.keys()]);
  if (action === 'stop' || action === 'sign-out') return server;
  if (server.disabled) throw disabledError(server);
  const permission = permissions.get(name) ?? 'approved';
  if (permission !== 'approved')
    throw new PlugboardError(permission === 'denied' ? 'approval-denied' : 'approval-needed', { name });
  if (action === 'sign-in' && !canSignIn(server.server)) {
    const message = `Nobody can sign in to ${name}: it is a program, or its definition says itself who asks.`;
    throw new Refusal(400, { code: 'usage', field: 'action', message });
  }
  return server;
}
