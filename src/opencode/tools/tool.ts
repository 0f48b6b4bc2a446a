import type { ServerContext } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Data as ToolData, RunnableTool, ToolDefinition } from '../../mcp/runnable-tool.ts';
import type { App } from '../app.ts';
import type { EnabledToolsets, Toolset } from '../toolset.ts';
import type { Api } from '../upstream/api.ts';

export type Data = ToolData;

/** A tool call. */
export interface ToolCall {
  readonly app: App;
  readonly signal: AbortSignal;
  /** Returns OpenCode for the directory of the call. */
  api(directory?: string): Promise<Api>;
  /** Returns OpenCode for the directory of a session, which must match the directory of the call, if given. */
  sessionApi(sessionId: string): Promise<Api>;
  /** The directory that the call names. */
  readonly directory: string | undefined;
  /** Names of the arguments that the caller passed. */
  readonly given: ReadonlySet<string>;
  /** Room for data in the result, as counted by `sizeOf`. */
  readonly room: number;
  /** The toolsets that this client has enabled. */
  readonly toolsets: EnabledToolsets;
  /** Reports progress, if the client asked for it. */
  progress(message: string): void;
  /** Whether the client can ask its user. */
  readonly canElicit: boolean;
  readonly context: ServerContext;
}

export interface Tool extends RunnableTool<ToolCall> {
  readonly toolset: Toolset;
  /** Always enabled: without it no toolset could be enabled. */
  readonly always?: boolean;
}

/** Infers the argument types of a tool from its schema. */
export function tool<I extends z.ZodObject>(definition: ToolDefinition<I, Tool, ToolCall>): Tool {
  return definition;
}
