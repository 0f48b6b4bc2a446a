import { meaningOf, recordedFailures } from '../../live/last-failures.ts';
import type { Runtime } from '../../live/runtime.ts';
import type { Host } from '../../model/host.ts';
import type { SessionInfo } from '../../runtime/connect/session/session.ts';
import type { Connection } from '../../runtime/connection.ts';
import { definitionKey } from '../../runtime/tools/pins/definition-key.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import type { ApiContext } from '../api-context.ts';
import type { ServerDetail, StatusView } from '../contract/servers.ts';
import { perContext } from '../per-context.ts';
import { statusView } from './status.ts';
import { sanitized } from './words.ts';

type Timeline = ServerDetail['timeline'];

/** The status of servers since the API server started, including stopped ones. */
export interface StatusBoard {
  /** Undefined if the server was not checked with its current definition. */
  lastOf(toRun: ServerToRun): StatusView | undefined;
  infoOf(toRun: ServerToRun): SessionInfo | undefined;
  /** Newest first. */
  timelineOf(name: string): Timeline;
  note(toRun: ServerToRun, status: StatusView): void;
  forget(name: string): void;
}

interface Known {
  readonly key: string;
  status: StatusView;
  info?: SessionInfo;
  since?: number;
}

const LONGEST = 50;

export const boardOf = perContext(async (api) => {
  const runtime = await api.runtime();
  const board = createBoard(runtime, api.host);
  // Logs may be long, and the page can be shown without them.
  void recall(board, runtime, api).catch(() => {});
  return board;
});

/** Failures that other commands have recorded, as `status` shows them. */
async function recall(board: StatusBoard, runtime: Runtime, { host, events }: ApiContext): Promise<void> {
  const { servers } = runtime;
  for (const [name, failure] of await recordedFailures(host, servers)) {
    const server = servers.find((one) => one.name === name);
    const meaning = server && !server.disabled ? await meaningOf(failure, server, runtime) : 'over';
    // The board already has a newer result of this process.
    if (!server || meaning === 'over' || board.lastOf(server)) continue;
    if ((await runtime.approvals.permissionFor(server)) !== 'approved') continue;
    const status = { name: meaning, reason: sanitized(failure.message), at: failure.time.toISOString() } as const;
    board.note(server, status);
    events.publish({ type: 'server.status', server: name, status });
  }
}

/** Records the state changes of all connections. */
export function createBoard({ manager }: Runtime, host: Host): StatusBoard {
  const board = new Map<string, Known>();
  const timelines = new Map<string, Timeline>();

  const knownOf = (toRun: ServerToRun): Known | undefined => {
    const known = board.get(toRun.name);
    return known?.key === definitionKey(toRun) ? known : undefined;
  };
  const note = (toRun: ServerToRun, status: StatusView): Known => {
    const known: Known = { ...knownOf(toRun), key: definitionKey(toRun), status };
    board.set(toRun.name, known);
    const line = { at: status.at ?? host.now().toISOString(), status: status.name };
    const reason = status.reason === undefined ? {} : { reason: status.reason };
    const before = timelines.get(toRun.name) ?? [];
    timelines.set(toRun.name, [{ ...line, ...reason }, ...before].slice(0, LONGEST));
    return known;
  };
  const hear = (connection: Connection): void => {
    const { name, toRun, state } = connection;
    // The end of a replaced or closed connection says nothing about the server.
    if (manager.connections.get(name) !== connection || state.name === 'idle' || state.name === 'closed') return;
    const now = host.now();
    const before = knownOf(toRun);
    const took = state.name === 'ready' && before?.since !== undefined ? { ms: now.getTime() - before.since } : {};
    const known = note(toRun, { ...statusView(state, now), ...took });
    if (state.name === 'connecting' && state.attempt === 1) known.since = now.getTime();
    if (state.name === 'ready') void keepInfo(connection, known);
  };
  manager.onChange(hear);

  return {
    lastOf: (toRun) => knownOf(toRun)?.status,
    infoOf: (toRun) => knownOf(toRun)?.info,
    timelineOf: (name) => timelines.get(name) ?? [],
    note,
    forget: (name) => void board.delete(name),
  };
}

async function keepInfo(connection: Connection, known: Known): Promise<void> {
  const session = await connection.ready().catch(() => undefined);
  if (session) known.info = session.info;
}
