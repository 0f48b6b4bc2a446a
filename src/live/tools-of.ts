import type { MCPTool } from '../runtime/tools/mcp-tool.ts';
import type { Runtime } from './runtime.ts';

/** The tools of one server that are offered, as far as they are known. */
export function toolsOf(server: string, { runtime }: { readonly runtime: Runtime }): MCPTool[] {
  return runtime.tools.tools.filter(({ serverName }) => serverName === server);
}
