import type { MCPTool } from '../../runtime/tools/mcp-tool.ts';
import type { Runtime } from '../runtime.ts';

/** The known tools that one server offers. */
export function toolsOf(server: string, { runtime }: { readonly runtime: Runtime }): MCPTool[] {
  return runtime.tools.tools.filter(({ serverName }) => serverName === server);
}
