import type { Api } from '../upstream/api.ts';
import type { Agent, Rule } from '../upstream/types.ts';

export const accessLevels = ['read-only', 'edit', 'full', 'ask'] as const;
export type Access = (typeof accessLevels)[number];

/** Built-in tools of OpenCode. Each either only reads or checks one of the permissions below. */
const builtIn = new Set(
  'invalid question bash read list glob grep lsp edit write multiedit patch apply_patch task webfetch websearch codesearch todowrite todoread skill batch plan_enter plan_exit list_mcp_resources list_mcp_resource_templates read_mcp_resource'.split(
    ' ',
  ),
);

/** Tools of MCP servers are named server_tool; the only other relevant permission with an underscore is this one. */
const mcpTools = '*_*';
const afterMcpTools: readonly Rule[] = [{ permission: 'doom_loop', pattern: '*', action: 'ask' }];

const rules = (action: Rule['action'], ...permissions: readonly string[]): Rule[] =>
  permissions.map((permission) => ({ permission, pattern: '*', action }));

/**
 * Session rules for what a session may do without asking; they override the configured ones. A subagent runs in a
 * separate session, which inherits only denials and rules for external directories.
 */
export async function accessRules(api: Api, access: Access): Promise<Rule[]> {
  if (access === 'full') return rules('allow', '*', 'external_directory');
  const own = (await api.get<string[]>('/experimental/tool/ids')).filter((id) => !builtIn.has(id));
  // Tools from plugins never ask, so they can only be left out.
  const foreign = [...rules(access === 'ask' ? 'ask' : 'deny', mcpTools), ...rules('deny', ...own), ...afterMcpTools];
  if (access === 'read-only') return [...foreign, ...rules('deny', 'edit', 'bash', 'task', 'external_directory')];
  if (access === 'edit') return [...foreign, ...rules('allow', 'edit'), ...rules('deny', 'bash', 'external_directory')];
  const asking = (await api.get<Agent[]>('/agent')).filter(
    ({ mode, hidden, permission = [] }) => mode !== 'primary' && !hidden && asksByItself(permission),
  );
  return [
    ...foreign,
    ...rules('ask', 'edit', 'bash', 'webfetch', 'external_directory'),
    ...rules('deny', 'task'),
    ...asking.map(({ name }): Rule => ({ permission: 'task', pattern: name, action: 'ask' })),
  ];
}

/** Whether a subagent with these rules asks before everything that `ask` promises to ask about. */
function asksByItself(permission: readonly Rule[]): boolean {
  return ['edit', 'bash', 'webfetch', 'server_tool'].every((name) => {
    const matching = permission.filter((rule) => fits(name, rule.permission));
    const last = matching.findLastIndex(({ pattern }) => pattern === '*');
    return last !== -1 && matching.slice(last).every(({ action }) => action !== 'allow');
  });
}

/** Whether rules deny a use; the last matching rule wins. */
export function isDenied(permission: readonly Rule[], name: string, use: string): boolean {
  return actionFor(permission, name, use) === 'deny';
}

/** Whether rules allow a use without asking; true if no rule matches. */
export function passesUnasked(permission: readonly Rule[], name: string, use: string): boolean {
  return (actionFor(permission, name, use) ?? 'allow') === 'allow';
}

function actionFor(permission: readonly Rule[], name: string, use: string): Rule['action'] | undefined {
  return permission.findLast((rule) => fits(name, rule.permission) && fits(use, rule.pattern))?.action;
}

function fits(text: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
