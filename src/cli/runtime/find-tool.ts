import { toolsOf } from '../../live/tools/tools-of.ts';
import { closest } from '../../model/closest.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { MCPTool } from '../../runtime/tools/mcp-tool.ts';
import { limitOn, toolDenied } from '../../runtime/tools/tool-filter.ts';
import type { Use } from './with-runtime.ts';

/** Finds a tool by its name at the server, or by the model's name. */
export function findTool(name: string, server: string, use: Use): MCPTool | undefined {
  const tools = toolsOf(server, use);
  return tools.find(({ mcpToolName }) => mcpToolName === name) ?? tools.find((tool) => tool.name === name);
}

export function noSuchTool(tool: string, server: string, use: Use): PlugboardError {
  const toRun = use.runtime.tools.servers.get(server)?.toRun;
  const limit = toRun && limitOn(toRun, tool);
  if (limit) return toolDenied(server, tool, limit);
  const isLeftOut = use.runtime.tools.servers.get(server)?.tools.some(({ name }) => name === tool) === true;
  const names = toolsOf(server, use).map(({ mcpToolName }) => mcpToolName);
  const near = closest(tool, names);
  return new PlugboardError('tool-unknown', { server, tool, isLeftOut, ...(near !== undefined && { near }) });
}
