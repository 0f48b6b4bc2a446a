import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import type { Runtime } from '../../live/runtime.ts';
import type { ListedServer } from '../../manage/listed-server.ts';
import { targetOfServer } from '../../manage/masked-server.ts';
import { type Definition, fullerOf } from '../../manage/same-definition.ts';
import type { Host } from '../../model/host.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { getOwn } from '../../model/value.ts';
import { changesInWords } from '../../runtime/tools/compare-pins.ts';
import type { EntryView, ServerRow } from '../contract/servers.ts';
import type { Desk } from '../desk.ts';
import { perDesk } from '../per-desk.ts';
import { clientName, entryRef, entryView } from './entry-view.ts';
import { type Machine, machineOf } from './machine.ts';
import { serverStatus } from './server-status.ts';
import { boardOf } from './status-board.ts';
import { toolFigures } from './tool-figures.ts';
import { harmless } from './words.ts';

/** What files alone say of a row. */
type FileRow = Omit<ServerRow, 'status' | 'tools' | 'tokens' | 'toolChanges'>;

/** Made once from each reading of the files. */
const fileRows = perDesk(({ host }) => {
  const made = new WeakMap<Machine, ReadonlyMap<string, FileRow>>();
  return (machine: Machine): ReadonlyMap<string, FileRow> => {
    const rows =
      made.get(machine) ??
      new Map(Array.from(machine.names, ([name, entries]) => [name, fileRow(name, entries, machine, host)]));
    made.set(machine, rows);
    return rows;
  };
});

/** Every server of this machine, or those of some names. */
export async function serverRows(desk: Desk, names?: readonly string[]): Promise<ServerRow[]> {
  const [machine, runtime, board] = await Promise.all([machineOf(desk)(), desk.runtime(), boardOf(desk)]);
  await runtime.pins.settled();
  const figuresOf = toolFigures(runtime);
  const rows = fileRows(desk)(machine);
  const wanted = names ? names.flatMap((name) => rows.get(name) ?? []) : [...rows.values()];
  return wanted.map((row) => ({
    ...row,
    status: serverStatus(row.name, machine, runtime, board),
    ...figuresOf(row.name),
    ...toolChanges(row.name, runtime),
  }));
}

function toolChanges(name: string, { pins }: Runtime): Pick<ServerRow, 'toolChanges'> {
  const difference = pins.differenceOf(name);
  return difference ? { toolChanges: changesInWords(difference).map(harmless) } : {};
}

function fileRow(name: string, listed: readonly ListedServer[], machine: Machine, host: Host): FileRow {
  const here = machine.here.get(name);
  const chosen = listed.find(({ client, file }) => client === here?.origin?.client && file === here.origin.file);
  const [first] = listed as [ListedServer];
  const shown = chosen ?? first;
  const { server } = shown;
  const entries = listed.map((one) => entryView(one, host));
  return {
    name,
    ...(typeof server.title === 'string' && { title: harmless(server.title) }),
    transport: inferTransport(server),
    runs: runsWhere(server),
    summary: targetOfServer(server),
    clients: clientsIn(entries),
    scopes: [...new Set(listed.map(({ scope }) => scope))],
    entries,
    differs: listed.some((one) => fullerOf(definitionOf(one, host), definitionOf(shown, host)) === undefined),
    ...(chosen && { chosen: entryRef(chosen) }),
  };
}

function definitionOf({ name, server, client, scope, variant }: ListedServer, host: Host): Definition {
  const reader = getOwn(clients as Record<string, Client>, client);
  if (!reader) return { name, server };
  const place = { scope, project: host.cwd, ...(variant !== undefined && { variant }) };
  return { name, server, writtenFor: { client: reader, place } };
}

/** An address on this machine is as near as a program. */
function runsWhere(server: Server): ServerRow['runs'] {
  if (inferTransport(server) === 'stdio') return 'local';
  const { url } = server;
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : '';
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(host) ? 'local' : 'remote';
}

function clientsIn(entries: readonly EntryView[]): ServerRow['clients'] {
  const states = new Map<string, EntryView['state'][]>();
  for (const { client, state } of entries) states.set(client, [...(states.get(client) ?? []), state]);
  return Array.from(states, ([id, own]) => ({ id, name: clientName(id), states: [...new Set(own)] }));
}
