import { createMCPToolName } from '../../../model/tool-name.ts';
import { nameTools, rawKey, type RawToolName } from '../../../runtime/tools/name-tools.ts';

/** The names of tools for models, and which of them could be confused. */
export interface ToolNames {
  nameOf(server: string, tool: string): string;
  collisionsOf(server: string, tool: string): RawToolName[];
}

export function toolNames(tools: readonly RawToolName[]): ToolNames {
  const named = new Map(nameTools(tools).tools.map((tool) => [rawKey(tool), tool.name]));
  const byRaw = grouped(tools, ({ tool }) => tool);
  const bySpelling = grouped(tools, ({ server, tool }) => createMCPToolName(server, tool));
  return {
    nameOf: (server, tool) => named.get(rawKey({ server, tool })) ?? createMCPToolName(server, tool),
    collisionsOf(server, tool) {
      const alike = [...(byRaw.get(tool) ?? []), ...(bySpelling.get(createMCPToolName(server, tool)) ?? [])];
      const others = alike.filter((one) => one.server !== server || one.tool !== tool);
      return [...new Map(others.map((one) => [rawKey(one), one])).values()];
    },
  };
}

function grouped(tools: readonly RawToolName[], by: (tool: RawToolName) => string): Map<string, RawToolName[]> {
  const groups = new Map<string, RawToolName[]>();
  for (const tool of tools) {
    const group = groups.get(by(tool));
    if (group) group.push(tool);
    else groups.set(by(tool), [tool]);
  }
  return groups;
}
