import type { ServerHere } from '../../live/servers-here.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { MCPTool } from '../../runtime/tools/mcp-tool.ts';
import { validateArguments } from './arguments/check-arguments.ts';
import type { GivenArguments } from './arguments/given-arguments.ts';
import { readArguments } from './arguments/tool-arguments.ts';
import { callUsage } from './describe-tool.ts';
import { findTool, noSuchTool } from './find-tool.ts';
import { listTools } from './list-tools.ts';
import type { Obstacle } from './obstacle.ts';
import type { Use } from './with-runtime.ts';

/** A validated call. */
export interface PreparedCall {
  readonly server: ServerHere;
  readonly tool: MCPTool;
  readonly args: Record<string, unknown>;
}

interface Wanted {
  readonly server: ServerHere;
  readonly tool: string;
  readonly given: GivenArguments;
  /** False skips the validation. */
  readonly check: boolean;
}

/** Lists the tools first: they may have changed since the last run, and since they were accepted. */
export async function prepareCall(wanted: Wanted, use: Use): Promise<PreparedCall | { readonly obstacle: Obstacle }> {
  const { server, tool: name, given, check } = wanted;
  const [list] = await listTools([server], { anew: true }, use);
  if (list?.obstacle) return { obstacle: list.obstacle };
  const tool = findTool(name, server.name, use);
  if (!tool) throw noSuchTool(name, server.name, use);
  const { inputSchema } = tool.listed;
  const read = readArguments(given.words, inputSchema);
  const args = { ...given.whole, ...read.args };
  // An argument that could not be parsed is not also reported as missing.
  const issues = read.issues.length > 0 || !check ? read.issues : validateArguments(args, inputSchema);
  if (issues.length > 0) throw new PlugboardError('arguments-invalid', { issues, usage: callUsage(tool) });
  return { server, tool, args };
}
