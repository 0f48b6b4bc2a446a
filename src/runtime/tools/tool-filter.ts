import { PlugboardError } from '../../model/diagnostics/error.ts';
import { matchesGlob } from '../../model/glob.ts';
import type { ToolFilter, ToolLimit } from '../../model/server.ts';
import type { ServerToRun } from '../types.ts';

/** Whether a tool, by raw name, is offered. `deny` wins; an empty `allow` list allows nothing. */
export function isOffered(tool: string, filter: ToolFilter | undefined): boolean {
  const { allow, deny } = filter ?? {};
  if (deny?.some((pattern) => matchesGlob(pattern, tool))) return false;
  return allow === undefined || allow.some((pattern) => matchesGlob(pattern, tool));
}

/** Whether a tool of a server is offered: neither its definition nor a policy excludes it. */
export function offersTool(toRun: ServerToRun, tool: string): boolean {
  return isOffered(tool, toRun.server.tools) && !limitOn(toRun, tool);
}

/** The rule of a policy that excludes a tool. */
export function limitOn({ toolLimits = [] }: ServerToRun, tool: string): ToolLimit | undefined {
  return toolLimits.find(({ allow, deny = [] }) => {
    // A rule that denies ignores case.
    const isDenied = deny.some((pattern) => matchesGlob(pattern.toLowerCase(), tool.toLowerCase()));
    return isDenied || !isOffered(tool, { ...(allow && { allow }) });
  });
}

export function toolDenied(server: string, tool: string, limit: ToolLimit): PlugboardError<'policy-tool-denied'> {
  const { file, rule, why } = limit;
  return new PlugboardError('policy-tool-denied', { server, tool, file, rule, ...(why !== undefined && { why }) });
}

/** Filter patterns that match no tool: probably misspelled, or the server has changed. */
export function idlePatterns(tools: readonly string[], filter: ToolFilter | undefined): string[] {
  const patterns = [...(filter?.allow ?? []), ...(filter?.deny ?? [])];
  return patterns.filter((pattern) => !tools.some((tool) => matchesGlob(pattern, tool)));
}
