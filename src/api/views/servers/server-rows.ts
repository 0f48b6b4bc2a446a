import type { Runtime } from '../../../live/runtime.ts';
import { fullerOf } from '../../../manage/compare/same-definition.ts';
import type { ListedServer } from '../../../manage/listed-server.ts';
import { targetOfServer } from '../../../manage/secrets/masked-server.ts';
import type { Host } from '../../../model/host.ts';
import { inferTransport, type Server } from '../../../model/server.ts';
import { describeChanges } from '../../../runtime/tools/pins/compare-pins.ts';
import type { ApiContext } from '../../api-context.ts';
import type { ServerRow, ServersAnswer, ServerSummary, StatusView } from '../../contract/servers.ts';
import { perContext } from '../../per-context.ts';
import type { Machine } from '../machine.ts';
import { chosenOf, definitionOf } from '../reference.ts';
import { placeList } from '../server-places.ts';
import type { Snapshot } from '../snapshot.ts';
import { toolFigures } from '../tools/tool-figures.ts';
import { sanitized } from '../words.ts';
import { serverStatus } from './server-status.ts';

/** The part of a server's summary that comes from files alone. */
type FileSummary = Omit<ServerSummary, 'status' | 'tools' | 'tokens' | 'toolChanges'>;
type FileRow = FileSummary & Omit<ServerRow, keyof ServerSummary>;

interface FileRows {
  readonly rows: ReadonlyMap<string, FileRow>;
  readonly places: ServersAnswer['places'];
}

/** Computed once per read of the files. */
const fileRows = perContext(({ host }) => {
  const made = new WeakMap<Machine, FileRows>();
  return (machine: Machine): FileRows => {
    const known = made.get(machine) ?? rowsIn(machine, host);
    made.set(machine, known);
    return known;
  };
});

function rowsIn(machine: Machine, host: Host): FileRows {
  const { places, positionOf } = placeList(host);
  const rows = Array.from(machine.names, ([name, listed]): [string, FileRow] => {
    const [shadowed, unusable] = (['shadowed', 'unusable'] as const).map(
      (state) => listed.filter((one) => one.state === state).length,
    );
    const row = {
      ...fileSummary(name, listed, machine, host),
      places: listed.map(positionOf),
      ...(shadowed ? { shadowed } : {}),
      ...(unusable ? { unusable } : {}),
    };
    return [name, row];
  });
  return { rows: new Map(rows), places };
}

/** All servers of this machine, and the files that define them. */
export function serverRows(api: ApiContext, snapshot: Snapshot): Pick<ServersAnswer, 'servers' | 'places'> {
  const { machine, runtime, board } = snapshot;
  const figuresOf = toolFigures(runtime);
  const { rows, places } = fileRows(api)(machine);
  const servers = Array.from(rows.values(), (row) => ({
    ...row,
    status: withoutEvidence(serverStatus(row.name, machine, runtime, board)),
    ...figuresOf(row.name),
    ...toolChanges(row.name, runtime),
  }));
  return { servers, places };
}

/** A server with all its definitions. */
export function serverSummary(
  name: string,
  listed: readonly ListedServer[],
  { machine, runtime, board }: Snapshot,
  host: Host,
): ServerSummary {
  return {
    ...fileSummary(name, listed, machine, host),
    status: serverStatus(name, machine, runtime, board),
    ...toolFigures(runtime)(name),
    ...toolChanges(name, runtime),
  };
}

function withoutEvidence({ evidence, ...status }: StatusView): ServerRow['status'] {
  return evidence ? { ...status, hasEvidence: true } : status;
}

function toolChanges(name: string, { pins }: Runtime): Pick<ServerRow, 'toolChanges'> {
  const difference = pins.differenceOf(name);
  return difference ? { toolChanges: describeChanges(difference).map(sanitized) } : {};
}

function fileSummary(name: string, listed: readonly ListedServer[], machine: Machine, host: Host): FileSummary {
  const [first] = listed as [ListedServer];
  const shown = chosenOf(name, machine) ?? first;
  const { server } = shown;
  const others = listed.filter((one) => one !== shown);
  return {
    name,
    ...(typeof server.title === 'string' && { title: sanitized(server.title) }),
    transport: inferTransport(server),
    runs: runsWhere(server),
    summary: targetOfServer(server),
    differs: others.some((one) => fullerOf(definitionOf(one, host), definitionOf(shown, host)) === undefined),
  };
}

/** A loopback URL counts as local. */
function runsWhere(server: Server): ServerRow['runs'] {
  if (inferTransport(server) === 'stdio') return 'local';
  const { url } = server;
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : '';
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(host) ? 'local' : 'remote';
}
