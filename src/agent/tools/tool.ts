import type { ServerContext } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Data as ToolData, RunnableTool, ToolDefinition } from '../../mcp/runnable-tool.ts';
import type { Host } from '../../model/host.ts';
import type { AgentApp } from '../app.ts';

export type Data = ToolData;

/** A tool call. */
export interface ToolCall {
  readonly app: AgentApp;
  readonly host: Host;
  readonly context: ServerContext;
  /** Room for data in the result, as counted by `sizeOf`. */
  readonly room: number;
  /** Whether the client can show a form to its user. */
  readonly canElicit: boolean;
  /** The client, as it names itself. */
  readonly askedBy: string;
}

export type Tool = RunnableTool<ToolCall>;

/** Infers the argument types of a tool from its schema. */
export function tool<I extends z.ZodObject>(definition: ToolDefinition<I, Tool, ToolCall>): Tool {
  return definition;
}
