import type { ServerHere } from '../../live/servers-here.ts';
import { toolsOf } from '../../live/tools/tools-of.ts';
import type { MCPTool } from '../../runtime/tools/mcp-tool.ts';
import type { PinDifference } from '../../runtime/tools/pins/compare-pins.ts';
import type { ServerTools } from '../../runtime/tools/server-tools.ts';
import { askServer, refreshTools } from './ask-server.ts';
import { type Obstacle, obstacleOf } from './obstacle.ts';
import { recentObstacle } from './recent-obstacle.ts';
import type { Use } from './with-runtime.ts';

/** The tools of a server as far as they are known. */
export interface ToolList {
  readonly server: ServerHere;
  readonly from: ServerTools;
  readonly tools: readonly MCPTool[];
  /** What is not as it was accepted. */
  readonly unaccepted?: PinDifference;
  /** Why it could not be asked. */
  readonly obstacle?: Obstacle;
}

interface Listing {
  /** Ask in any case, and not only who has never been asked. */
  readonly anew: boolean;
  /** A server that does not answer at once has failed. */
  readonly once?: boolean;
  /** What to print about a list as soon as it is there. */
  readonly tell?: (list: ToolList) => readonly string[];
}

/** What servers said when they were last asked; who has never been asked, or is to be asked anew, is asked now. */
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
  // Names that are alike are only known when all of them are.
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
