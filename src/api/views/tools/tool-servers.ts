import { clients } from '../../../clients/registry.ts';
import { toolSides } from '../../../clients/tool-sides.ts';
import type { Client } from '../../../clients/types.ts';
import type { ListedServer } from '../../../manage/listed-server.ts';
import { notFound } from '../../../manage/no-such-server.ts';
import { catalogId } from '../../../model/origin.ts';
import { writableScopes } from '../../../model/scope.ts';
import { getOwn } from '../../../model/value.ts';
import type { ApiContext } from '../../api-context.ts';
import type { TargetRef } from '../../contract/common.ts';
import type { ToolRow, ToolsAnswer, ToolServer, ToolServerRow, ToolView } from '../../contract/tools.ts';
import type { Machine } from '../machine.ts';
import { clientName } from '../servers/entry-view.ts';
import { serverStatus } from '../servers/server-status.ts';
import { type Snapshot, snapshotOf } from '../snapshot.ts';
import { toolFigures } from './tool-figures.ts';
import { toolNames } from './tool-names.ts';
import { type FilteredPlace, toolView } from './tool-view.ts';

/** The known tools of all servers, without the details of single tools. Starts nothing. */
export async function toolServers(api: ApiContext): Promise<ToolsAnswer> {
  const snapshot = await snapshotOf(api);
  const viewOf = toolServerView(api, snapshot);
  const servers = Array.from(snapshot.machine.here.keys(), (name): ToolServerRow => {
    const { status, tools, tokens } = viewOf(name);
    return { name, status, ...(tools && { tools: tools.map(toolRow), tokens: tokens ?? 0 }) };
  });
  return { servers };
}

/** Everything about the tools of one server. */
export async function toolServer(name: string, api: ApiContext): Promise<ToolServer> {
  const snapshot = await snapshotOf(api);
  const { here, found } = snapshot.machine;
  if (!here.has(name)) throw notFound(name, { ...found, invalid: found.unusable });
  return toolServerView(api, snapshot)(name);
}

function toolServerView(api: ApiContext, { machine, runtime, board }: Snapshot): (name: string) => ToolServer {
  const figuresOf = toolFigures(runtime);
  const all = [...runtime.tools.servers.values()];
  const names = toolNames(
    all.flatMap(({ toRun, tools }) => tools.map(({ name }) => ({ server: toRun.name, tool: name }))),
  );
  const changes = new Map(runtime.pinChanges.map(({ server, difference }) => [server, difference]));
  const hidden = new Map(
    runtime.pins.hidden.map(({ server, issues }) => [server, new Set(issues.map(({ tool }) => tool ?? ''))]),
  );
  return (name) => {
    const known = runtime.tools.servers.get(name);
    const { switchable, unswitchable, places } = placesOf(name, machine);
    const { name: status, reason } = serverStatus(name, machine, runtime, board);
    const around = {
      server: name,
      names,
      mask: (text: string) => api.known.mask(text),
      places,
      difference: changes.get(name),
      hidden: hidden.get(name) ?? new Set<string>(),
    };
    const tools = known?.listing && known.tools.map((tool) => toolView(tool, around));
    return {
      name,
      status,
      ...(reason !== undefined && { reason }),
      ...(tools && { tools, tokens: figuresOf(name)?.tokens ?? 0 }),
      ...(known?.listing && { at: known.listing.at.toISOString() }),
      switchable,
      unswitchable,
    };
  };
}

function toolRow({ name, title, description, tokens, hints, offIn, changed, hidden }: ToolView): ToolRow {
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    tokens,
    ...(hints.includes('destructive') && { isDestructive: true }),
    ...(offIn.length > 0 && { isOff: true }),
    ...((changed || hidden) && { needsLook: true }),
  };
}

interface Places {
  readonly switchable: ToolServer['switchable'];
  readonly unswitchable: readonly string[];
  readonly places: readonly FilteredPlace[];
}

/** Files in which single tools of a server can be disabled. The catalog always can, even before it has the server. */
function placesOf(name: string, { names }: Machine): Places {
  const entries = (names.get(name) ?? []).filter(({ scope, parked }) => writableScopes.includes(scope) && !parked);
  const able = entries.filter((entry) => canFilter(clientOf(entry)));
  const unable = entries.filter((entry) => !canFilter(clientOf(entry)));
  const isInCatalog = able.some(({ client }) => client === catalogId);
  const catalog: TargetRef = { client: catalogId, scope: 'user' };
  const offered = [
    ...able.map((entry) => ({ ...targetOf(entry), clientName: clientName(entry.client), isThere: true })),
    ...(isInCatalog ? [] : [{ ...catalog, clientName: clientName(catalogId), isThere: false }]),
  ];
  return {
    switchable: offered,
    unswitchable: [...new Set(unable.map((entry) => clientName(entry.client)))],
    places: able.map((entry) => ({ target: targetOf(entry), filter: entry.server.tools })),
  };
}

function canFilter(client: Client | undefined): boolean {
  if (!client) return false;
  const { allow, deny } = toolSides(client);
  return allow || deny;
}

function clientOf({ client }: ListedServer): Client | undefined {
  return getOwn(clients as Record<string, Client>, client);
}

function targetOf({ client, scope, variant }: ListedServer): TargetRef {
  return { client, scope, ...(variant !== undefined && { variant }) };
}
