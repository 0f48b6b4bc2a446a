import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { ServedTool } from '../../mcp/wire-schema.ts';
import type { Host } from '../../model/host.ts';
import type { AgentApp } from '../app.ts';

export type Data = Record<string, unknown>;

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

export interface Tool extends ServedTool {
  run(input: never, call: ToolCall): Promise<Data | InputRequiredResult>;
}

interface Definition<I extends z.ZodObject> extends Omit<Tool, 'input' | 'run'> {
  readonly input: I;
  run(input: z.infer<I>, call: ToolCall): Promise<Data | InputRequiredResult>;
}

/** Infers the argument types of a tool from its schema. */
export function tool<I extends z.ZodObject>(definition: Definition<I>): Tool {
  return definition;
}
