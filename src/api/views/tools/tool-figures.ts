import type { Runtime } from '../../../live/runtime.ts';
import type { ToolFilter } from '../../../model/server.ts';
import type { MCPTool } from '../../../runtime/tools/mcp-tool.ts';
import { serverTokens } from '../../../runtime/tools/tokens.ts';
import type { ServerRow } from '../../contract/servers.ts';

type Figures = Required<Pick<ServerRow, 'tools' | 'tokens'>>;

/** Counting tokens is slow, so the result is cached per tool list. */
const counted = new WeakMap<object, { readonly filter: ToolFilter | undefined; readonly figures: Figures }>();

/** The number of tools and their context cost per server; nothing for servers never checked. */
export function toolFigures({ tools }: Runtime): (server: string) => Figures | undefined {
  let offered: Map<string, MCPTool[]> | undefined;
  return (name) => {
    const server = tools.servers.get(name);
    if (!server?.listing) return undefined;
    const filter = server.toRun.server.tools;
    const known = counted.get(server.listing);
    if (known && known.filter === filter) return known.figures;
    offered ??= byServer(tools.tools);
    const own = offered.get(name) ?? [];
    const figures = {
      tools: { on: own.length, total: server.tools.length },
      tokens: serverTokens(own, server.listing.info.instructions),
    };
    counted.set(server.listing, { filter, figures });
    return figures;
  };
}

function byServer(tools: readonly MCPTool[]): Map<string, MCPTool[]> {
  const servers = new Map<string, MCPTool[]>();
  for (const tool of tools) {
    const group = servers.get(tool.serverName);
    if (group) group.push(tool);
    else servers.set(tool.serverName, [tool]);
  }
  return servers;
}
