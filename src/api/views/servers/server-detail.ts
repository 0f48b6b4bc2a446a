import type { Runtime } from '../../../live/runtime.ts';
import { toolsOf } from '../../../live/tools/tools-of.ts';
import type { ListedServer } from '../../../manage/listed-server.ts';
import { noSuchServer } from '../../../manage/no-such-server.ts';
import type { Host } from '../../../model/host.ts';
import type { ServerTools } from '../../../runtime/tools/server-tools.ts';
import { toolTokens } from '../../../runtime/tools/tokens.ts';
import type { ApiContext } from '../../api-context.ts';
import type { EntryView, ServerDetail, ServerEvidence, ToolSummary } from '../../contract/servers.ts';
import { HttpError } from '../../http-error.ts';
import { sourcesOf } from '../../secrets/sources-of.ts';
import { approvalView } from '../approval-view.ts';
import { connectionView, toolSummary } from '../connection-view.ts';
import { draftView } from '../draft-view.ts';
import { historyOf, renamedTo } from '../history-view.ts';
import type { Machine } from '../machine.ts';
import { nativeViews } from '../native-views.ts';
import { chosenOf } from '../reference.ts';
import { snapshotOf } from '../snapshot.ts';
import { clientName, entryRef, entryView } from './entry-view.ts';
import { serverSummary } from './server-rows.ts';
import { serverStatus } from './server-status.ts';

/** Everything about the servers of one name. */
export async function serverDetail(name: string, api: ApiContext): Promise<ServerDetail> {
  const { host } = api;
  const snapshot = await snapshotOf(api);
  const { machine, runtime, board } = snapshot;
  if (!machine.names.has(name)) throw await missing(name, machine, host);
  const listed = listedAs(name, machine);
  const chosen = chosenOf(name, machine);
  const entries = listed.map((one) => entryView(one, host));
  const here = machine.here.get(name);
  const sources = sourcesOf(api);
  const tools = runtime.tools.servers.get(name);
  const info = (here && board.infoOf(here)) ?? tools?.listing?.info;
  return {
    ...serverSummary(name, listed, snapshot, host),
    clients: clientsIn(entries),
    scopes: [...new Set(listed.map(({ scope }) => scope))],
    entries,
    ...(chosen && { chosen: entryRef(chosen) }),
    drafts: listed.map((one) => draftView(name, one.server, { sources, host, entry: entryRef(one) })),
    ...(info && { info: connectionView(info) }),
    ...(tools?.listing && {
      toolList: toolList(tools, runtime),
    }),
    native: await nativeViews(name, machine, host),
    history: await historyOf(name, host),
    timeline: board.timelineOf(name),
    ...(here?.origin?.project !== undefined && {
      approval: approvalView(here, machine.permissions.get(name) ?? 'pending', host),
    }),
  };
}

/** The reasons for a server's status: its last output, and the state of each definition. */
export async function serverEvidence(name: string, api: ApiContext): Promise<ServerEvidence> {
  const { machine, runtime, board } = await snapshotOf(api);
  return {
    status: serverStatus(name, machine, runtime, board),
    entries: listedAs(name, machine).map((one) => entryView(one, api.host)),
  };
}

async function missing(name: string, { names }: Machine, host: Host): Promise<Error> {
  const now = await renamedTo(name, new Set(names.keys()), host);
  if (now === undefined) return noSuchServer(name, [...names.keys()]);
  return new HttpError(404, { code: 'server-renamed', message: `"${name}" is now named "${now}".`, renamedTo: now });
}

function listedAs(name: string, { names }: Machine): readonly ListedServer[] {
  const listed = names.get(name);
  if (!listed) throw noSuchServer(name, [...names.keys()]);
  return listed;
}

function clientsIn(entries: readonly EntryView[]): ServerDetail['clients'] {
  const states = new Map<string, Set<EntryView['state']>>();
  for (const { client, state } of entries) states.set(client, (states.get(client) ?? new Set()).add(state));
  return Array.from(states, ([id, own]) => ({ id, name: clientName(id), states: [...own] }));
}

/** All tools, with the context cost of enabled ones under the names that models see. */
function toolList({ tools, toRun }: ServerTools, runtime: Runtime): ToolSummary[] {
  const offered = new Map(toolsOf(toRun.name, { runtime }).map((tool) => [tool.mcpToolName, tool]));
  return tools.map((tool) => toolSummary(tool, offered.has(tool.name), toolTokens(offered.get(tool.name) ?? tool)));
}
