import { ToolFailure } from '../failure.ts';
import { didYouMean } from '../nearest.ts';
import type { Api } from '../upstream/api.ts';

/** Permissions that are not tool names. */
const permissions = ['edit', 'read', 'list', 'external_directory', 'doom_loop', 'plan_enter', 'plan_exit', 'lsp'];

/** Rejects unknown tool names, which OpenCode would ignore. Names with `*` and tools of its MCP servers pass. */
export async function checkToolNames(api: Api, names: readonly string[]): Promise<void> {
  const [ids, servers] = await Promise.all([
    api.get<string[]>('/experimental/tool/ids'),
    api.get<Record<string, unknown>>('/mcp'),
  ]);
  const known = [...new Set([...ids, ...permissions])];
  const prefixes = Object.keys(servers).map((name) => `${name.replaceAll(/[^\w-]/g, '_')}_`);
  const unknown = names.filter(
    (name) => !known.includes(name) && !name.includes('*') && !prefixes.some((prefix) => name.startsWith(prefix)),
  );
  if (unknown.length === 0) return;
  throw new ToolFailure(
    'INVALID_INPUT',
    `Unknown tool: ${unknown.join(', ')}.`,
    unknown.map((name) => didYouMean(name, [...known, ...prefixes.map((prefix) => `${prefix}*`)], 'Tools')),
  );
}
