import type { Runtime } from '../../live/runtime.ts';
import { toolsOf } from '../../live/tools-of.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import type { ServerTools } from '../../runtime/tools/server-tools.ts';
import { toolTokens } from '../../runtime/tools/tokens.ts';
import type { ServerDetail, ToolSummary } from '../contract/servers.ts';
import type { Desk } from '../desk.ts';
import { sourcesOf } from '../secrets/sources-of.ts';
import { approvalView } from './approval-view.ts';
import { connectionView, toolSummary } from './connection-view.ts';
import { draftView } from './draft-view.ts';
import { entryRef } from './entry-view.ts';
import { historyOf } from './history-view.ts';
import { machineOf } from './machine.ts';
import { nativeViews } from './native-views.ts';
import { serverRows } from './server-rows.ts';
import { boardOf } from './status-board.ts';

/** Everything about the servers of one name. */
export async function serverDetail(name: string, desk: Desk): Promise<ServerDetail> {
  const { host } = desk;
  const [machine, runtime, board] = await Promise.all([machineOf(desk)(), desk.runtime(), boardOf(desk)]);
  const [row] = await serverRows(desk, [name]);
  const listed = machine.names.get(name) ?? [];
  if (!row) throw noSuchServer(name, [...machine.names.keys()]);
  const here = machine.here.get(name);
  const sources = sourcesOf(desk);
  const tools = runtime.tools.servers.get(name);
  const info = (here && board.infoOf(here)) ?? tools?.listing?.info;
  return {
    ...row,
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

/** All of them, with what those that are offered cost under the names that models see. */
function toolList({ tools, toRun }: ServerTools, runtime: Runtime): ToolSummary[] {
  const offered = new Map(toolsOf(toRun.name, { runtime }).map((tool) => [tool.mcpToolName, tool]));
  return tools.map((tool) => toolSummary(tool, offered.has(tool.name), toolTokens(offered.get(tool.name) ?? tool)));
}
