import { isUnusableServer, type ServerHere } from '../../live/servers-here.ts';
import { toolsOf } from '../../live/tools-of.ts';
import { canSignIn } from '../../model/can-sign-in.ts';
import { maskLine } from '../../model/secret.ts';
import { inferTransport } from '../../model/server.ts';
import { fingerprintOf } from '../../runtime/trust/approval.ts';
import { readServerLog, type ServerLogEntry } from '../../store/server-logs.ts';
import { lastTroubles, type Trouble } from '../logs/last-trouble.ts';
import type { Mark } from '../output.ts';
import type { Use } from '../runtime/with-runtime.ts';

type StandingState = 'in-force' | 'needs-sign-in' | 'off' | 'pending' | 'denied' | 'unusable';

/** How things stand with a server, as far as that is known without asking it. */
export interface Standing {
  readonly server: ServerHere;
  readonly state: StandingState;
  readonly fingerprint?: string;
  /** What it offered when it was last asked. */
  readonly tools?: { readonly names: readonly string[]; readonly at: Date };
  readonly trouble?: ServerLogEntry;
}

export const standingWords: Readonly<Record<StandingState, readonly [Mark, string]>> = {
  'in-force': ['ok', 'in force'],
  'needs-sign-in': ['warning', 'needs a sign-in'],
  off: ['none', 'off'],
  pending: ['info', 'waits for your approval'],
  denied: ['error', 'denied by you'],
  unusable: ['error', 'cannot be used as it is defined'],
};

/** What happened longer ago says nothing about today. */
const TROUBLE_MS = 7 * 24 * 3_600_000;

export async function standingsOf(servers: readonly ServerHere[], use: Use): Promise<Standing[]> {
  const { host } = use.context;
  const since = new Date(host.now().getTime() - TROUBLE_MS);
  const names = servers.map(({ name }) => name);
  const troubles = lastTroubles(await readServerLog(host, { servers: names, since }));
  return Promise.all(
    servers.map(async (server) => {
      const permitted = await stateOf(server, use);
      const last = permitted === 'in-force' ? troubles.get(server.name) : undefined;
      // A server that no sign-in would help has failed like any other.
      const isAboutSignIn = last?.isAboutSignIn === true && canSignIn(server.server);
      const needsSignIn = isAboutSignIn && !(await hasSignedInSince(last, server, use));
      const state = needsSignIn ? 'needs-sign-in' : permitted;
      const trouble = isAboutSignIn ? undefined : last;
      const tools = lastTools(server, use);
      return {
        server,
        state,
        ...(state === 'pending' && { fingerprint: fingerprintOf(server, host.env) }),
        ...(tools && { tools }),
        ...(trouble && { trouble }),
      };
    }),
  );
}

async function stateOf(server: ServerHere, { runtime }: Use): Promise<StandingState> {
  if (server.disabled) return 'off';
  if (isUnusableServer(server)) return 'unusable';
  const permission = await runtime.approvals.permissionFor(server);
  return permission === 'approved' ? 'in-force' : permission;
}

async function hasSignedInSince({ time }: Trouble, server: ServerHere, { runtime }: Use): Promise<boolean> {
  const known = await runtime.signIn.status(server).catch(() => undefined);
  return known?.state === 'signed-in' && known.renewedAt !== undefined && known.renewedAt > time;
}

function lastTools({ name }: ServerHere, use: Use): Standing['tools'] {
  const listing = use.runtime.tools.servers.get(name)?.listing;
  return listing && { names: toolsOf(name, use).map(({ mcpToolName }) => mcpToolName), at: listing.at };
}

/** For scripts. */
export function standingAsData({ server, state, fingerprint, tools, trouble }: Standing): Record<string, unknown> {
  const { name, origin } = server;
  return {
    name,
    state,
    transport: inferTransport(server.server),
    client: origin?.client,
    scope: origin?.scope,
    file: origin?.file,
    project: origin?.project,
    fingerprint,
    tools: tools && { count: tools.names.length, names: tools.names, at: tools.at.toISOString() },
    lastFailure: trouble && { time: trouble.time.toISOString(), message: maskLine(trouble.message) },
  };
}
