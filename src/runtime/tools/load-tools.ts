import { ConnectionError } from '../connect/errors.ts';
import type { Failure } from '../types.ts';
import { type DeferredTools, openTools, type ToolsOptions } from './deferred-tools.ts';
import type { MCPTool } from './mcp-tool.ts';

export interface LoadedTools {
  readonly tools: readonly MCPTool[];
  /** Why a server could not be asked. Tools it had in an earlier run are there all the same. */
  readonly errors: readonly LoadError[];
  /** Goes on following the servers until it is closed. */
  readonly live: DeferredTools;
}

export interface LoadError {
  readonly server: string;
  readonly message: string;
  readonly failure?: Failure;
}

/** Asks all servers for their tools and waits for each of them. One that fails does not affect the others. */
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
