import type { ServerHere } from '../../live/servers-here.ts';
import { toolsOf } from '../../live/tools/tools-of.ts';
import type { MCPTool } from '../../runtime/tools/mcp-tool.ts';
import type { PinDifference } from '../../runtime/tools/pins/compare-pins.ts';
import type { ServerTools } from '../../runtime/tools/server-tools.ts';
import { askServer, refreshTools } from './ask-server.ts';
import { type Obstacle, obstacleOf } from './obstacle.ts';
import { recentObstacle } from './recent-obstacle.ts';
import type { Use } from './with-runtime.ts';

/** The known tools of a server. */
export interface ToolList {
  readonly server: ServerHere;
  readonly from: ServerTools;
  readonly tools: readonly MCPTool[];
  /** Changes since the tools were accepted. */
  readonly unaccepted?: PinDifference;
  /** Why the server could not be asked. */
  readonly obstacle?: Obstacle;
}

interface Listing {
  /** Ask even servers that were listed before. */
  readonly anew: boolean;
  /** Try only once. */
  readonly once?: boolean;
  /** Lines to print about a list as soon as it is available. */
  readonly tell?: (list: ToolList) => readonly string[];
}

/** Cached tools; servers without a cached list, or all with `anew`, are asked now. */
export async function listTools(
  servers: readonly ServerHere[],
  { anew, once = false, tell = () => [] }: Listing,
  use: Use,
): Promise<ToolList[]> {
  const { runtime, lines } = use;
  const lists = await Promise.all(
    servers.map(async (server): Promise<ToolList[]> => {
      const from = runtime.tools.servers.get(server.name);
      if (!from) return [];
      const recent = anew || from.listing ? undefined : await recentObstacle(server, 'tools', use);
      const isAsked = !recent && (anew || !from.listing);
      const obstacle = isAsked ? await askForTools(server, once, use) : recent;
      await runtime.pins.settled();
      const list = listOf(server, from, obstacle, use);
      lines.finish(server.name, from.listing ? tell(list) : []);
      return [list];
    }),
  );
  // Name collisions are only known once all lists are.
  return lists.flat().map(({ server, from, obstacle }) => listOf(server, from, obstacle, use));
}

function listOf(server: ServerHere, from: ServerTools, obstacle: Obstacle | undefined, use: Use): ToolList {
  const unaccepted = use.runtime.pins.differenceOf(server.name);
  return {
    server,
    from,
    tools: toolsOf(server.name, use),
    ...(unaccepted && { unaccepted }),
    ...(obstacle && { obstacle }),
  };
}

async function askForTools(server: ServerHere, once: boolean, use: Use): Promise<Obstacle | undefined> {
  const asking = { asked: 'tools', doing: 'asking for its tools', once } as const;
  const answer = await askServer(server.name, use, asking, async (_, tools) => refreshTools(tools));
  return 'error' in answer ? obstacleOf(server, answer.error) : undefined;
}
