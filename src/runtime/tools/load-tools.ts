import { ConnectionError } from '../connect/errors.ts';
import type { Failure } from '../types.ts';
import { type DeferredTools, openTools, type ToolsOptions } from './deferred-tools.ts';
import type { MCPTool } from './mcp-tool.ts';

export interface LoadedTools {
  readonly tools: readonly MCPTool[];
  /** Servers that could not be listed. Their cached tools are included. */
  readonly errors: readonly LoadError[];
  /** Keeps following the servers until it is closed. */
  readonly live: DeferredTools;
}

export interface LoadError {
  readonly server: string;
  readonly message: string;
  readonly failure?: Failure;
}

/** Lists the tools of all servers and waits for each. One failure does not affect the others. */
export async function loadTools(options: Omit<ToolsOptions, 'verify'>): Promise<LoadedTools> {
  const live = await openTools({ ...options, verify: 'none' });
  await live.refresh();
  const errors = [...live.servers.values()].flatMap(({ toRun, error }) =>
    error === undefined ? [] : [loadError(toRun.name, error)],
  );
  return { tools: live.tools, errors, live };
}

function loadError(server: string, error: unknown): LoadError {
  const message = error instanceof Error ? error.message : String(error);
  return { server, message, ...(error instanceof ConnectionError && { failure: error.failure }) };
}
