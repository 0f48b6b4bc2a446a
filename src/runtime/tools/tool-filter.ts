import type { ToolFilter } from '../../model/server.ts';

/** Whether a tool, by raw name, is offered. `deny` wins; an empty `allow` list allows nothing. */
export function isOffered(tool: string, filter: ToolFilter | undefined): boolean {
  const { allow, deny } = filter ?? {};
  if (deny?.some((pattern) => matches(pattern, tool))) return false;
  return allow === undefined || allow.some((pattern) => matches(pattern, tool));
}

/** Filter patterns that match no tool: probably misspelled, or the server has changed. */
export function idlePatterns(tools: readonly string[], filter: ToolFilter | undefined): string[] {
  const patterns = [...(filter?.allow ?? []), ...(filter?.deny ?? [])];
  return patterns.filter((pattern) => !tools.some((tool) => matches(pattern, tool)));
}

/** `*` matches any text. Each part is searched once, so that no pattern is slow. */
function matches(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
