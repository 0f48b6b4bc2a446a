import type { ToolFilter } from '../../model/server.ts';
import { matchesPattern } from '../../model/tools/tool-pattern.ts';

/** Whether a tool, by raw name, is offered. `deny` wins; an empty `allow` list allows nothing. */
export function isOffered(tool: string, filter: ToolFilter | undefined): boolean {
  const { allow, deny } = filter ?? {};
  if (deny?.some((pattern) => matchesPattern(pattern, tool))) return false;
  return allow === undefined || allow.some((pattern) => matchesPattern(pattern, tool));
}

/** Filter patterns that match no tool: probably misspelled, or the server has changed. */
export function idlePatterns(tools: readonly string[], filter: ToolFilter | undefined): string[] {
  const patterns = [...(filter?.allow ?? []), ...(filter?.deny ?? [])];
  return patterns.filter((pattern) => !tools.some((tool) => matchesPattern(pattern, tool)));
}
