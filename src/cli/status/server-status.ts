import { meaningOf, recordedFailures } from '../../live/last-failures.ts';
import { isUnusableServer, type ServerHere } from '../../live/servers-here.ts';
import { toolsOf } from '../../live/tools/tools-of.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { inferTransport } from '../../model/server.ts';
import { fingerprintOf } from '../../runtime/trust/approval.ts';
import type { ServerLogEntry } from '../../store/logs/server-logs.ts';
import type { Mark } from '../output/output.ts';
import type { Use } from '../runtime/with-runtime.ts';

type StatusState = 'active' | 'needs-sign-in' | 'off' | 'pending' | 'denied' | 'unusable';

/** The status of a server, as far as it is known without connecting. */
export interface ServerStatus {
  readonly server: ServerHere;
  readonly state: StatusState;
  readonly fingerprint?: string;
  /** Its tools when they were last listed. */
  readonly tools?: { readonly names: readonly string[]; readonly at: Date };
  readonly failure?: ServerLogEntry;
}

export const statusLabels: Readonly<Record<StatusState, readonly [Mark, string]>> = {
  active: ['ok', 'active'],
  'needs-sign-in': ['warning', 'needs sign-in'],
  off: ['none', 'disabled'],
  pending: ['info', 'needs approval'],
  denied: ['error', 'denied'],
  unusable: ['error', 'invalid definition'],
};

export async function serverStatuses(servers: readonly ServerHere[], use: Use): Promise<ServerStatus[]> {
  const { host } = use.context;
  const failures = await recordedFailures(host, servers);
  return Promise.all(
    servers.map(async (server) => {
      const permitted = await stateOf(server, use);
      const last = permitted === 'active' ? failures.get(server.name) : undefined;
      const meaning = last && (await meaningOf(last, server, use.runtime));
      const state = meaning === 'needs-sign-in' ? meaning : permitted;
      const failure = meaning === 'failed' ? last : undefined;
      const tools = lastTools(server, use);
      return {
        server,
        state,
        ...(state === 'pending' && { fingerprint: fingerprintOf(server, host.env) }),
        ...(tools && { tools }),
        ...(failure && { failure }),
      };
    }),
  );
}

async function stateOf(server: ServerHere, { runtime }: Use): Promise<StatusState> {
  if (server.disabled) return 'off';
  if (isUnusableServer(server)) return 'unusable';
  const permission = await runtime.approvals.permissionFor(server);
  return permission === 'approved' ? 'active' : permission;
}

function lastTools({ name }: ServerHere, use: Use): ServerStatus['tools'] {
  const listing = use.runtime.tools.servers.get(name)?.listing;
  return listing && { names: toolsOf(name, use).map(({ mcpToolName }) => mcpToolName), at: listing.at };
}

/** The status for JSON output. */
export function statusAsData({ server, state, fingerprint, tools, failure }: ServerStatus): Record<string, unknown> {
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
    lastFailure: failure && { time: failure.time.toISOString(), message: maskLine(failure.message) },
  };
}
