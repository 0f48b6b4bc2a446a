import type { RequestOptions } from '../connect/session/session.ts';
import type { Origin } from '../types.ts';
import { convertSchema } from './convert-schema.ts';
import { execute, type ToolOutput } from './execute.ts';
import type { ListedTool } from './listed-tool.ts';
import type { ServerTools } from './server-tools.ts';
import type { JsonObject } from './tool-source.ts';

/** A tool in the form offered to a model. */
export interface MCPTool {
  /** Unique name for the model: `mcp_<server>_<tool>`. */
  readonly name: string;
  readonly serverName: string;
  /** Name at the server. */
  readonly mcpToolName: string;
  readonly title?: string;
  readonly description: string;
  /** Adapted to model providers; `listed` has the original. */
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  /** Hints of the server, not verified. */
  readonly annotations?: JsonObject;
  /** Where the server is defined. */
  readonly origin: Origin | undefined;
  readonly listed: ListedTool;
  /** Cached from an earlier run and not confirmed by the server yet. */
  readonly deferred: boolean;
  execute(args: Record<string, unknown>, options?: RequestOptions): Promise<ToolOutput>;
}

export function createTool(name: string, listed: ListedTool, server: ServerTools): MCPTool {
  const { title, description = '', inputSchema, outputSchema, annotations } = listed;
  const tool: MCPTool = {
    name,
    serverName: server.toRun.name,
    mcpToolName: listed.name,
    ...(title !== undefined && { title }),
    description,
    // Arguments are always an object, whether or not the server says so.
    inputSchema: convertSchema(Object.hasOwn(inputSchema, 'type') ? inputSchema : { type: 'object', ...inputSchema }),
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
    listed,
    get origin() {
      return server.toRun.origin;
    },
    get deferred() {
      return !server.confirmed;
    },
    execute: async (args, options) => execute(server.connection, tool, args, options),
  };
  return tool;
}
