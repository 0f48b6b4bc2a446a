import * as z from 'zod';
import { reads, replaces, sets } from '../../mcp/annotations.ts';
import { didYouMean } from '../../mcp/nearest.ts';
import { patched } from '../../model/json/merge-patch.ts';
import { isMap, type Value, type ValueMap, valueAt } from '../../model/value.ts';
import { checkSettings } from '../config/config-schema.ts';
import { editSettings } from '../config/edit-settings.ts';
import { patchChanges } from '../config/patch-changes.ts';
import { ToolFailure } from '../failure.ts';
import { redact } from '../redact.ts';
import { chooseAgent, chooseModel } from '../turn/choices.ts';
import type { Api } from '../upstream/api.ts';
import { directory, scope } from './fields.ts';
import { tool } from './tool.ts';

export const edited = z.looseObject({ file: z.string(), changed: z.boolean(), effective: z.string() });

export const configGet = tool({
  name: 'opencode_config_get',
  title: 'Get settings',
  toolset: 'config',
  description: 'Get the active settings of a project, merged from all files; secrets are masked.',
  annotations: reads,
  input: z.object({
    directory,
    path: z.string().min(1).optional().describe('Only this part, such as provider.openai.options.'),
  }),
  output: z.looseObject({ path: z.string().optional() }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const config = await api.get<Value>('/config');
    if (input.path === undefined) return { config: redact(config) };
    const path = input.path.split('.');
    const value = valueAt(config, path);
    if (value === undefined) throw nothingSet(config, path);
    return { path: input.path, config: redact(value, path.at(-1)) };
  },
});

function nothingSet(config: Value, path: readonly string[]): ToolFailure {
  const missing = path.findIndex((_, index) => valueAt(config, path.slice(0, index + 1)) === undefined);
  const above = path.slice(0, missing);
  const place = valueAt(config, above);
  const kind = `Set ${above.length === 0 ? 'at the top' : `in ${above.join('.')}`}`;
  return new ToolFailure('CONFIG_INVALID', `Nothing is set at ${path.join('.')}.`, [
    didYouMean(path[missing] ?? '', isMap(place) ? Object.keys(place) : [], kind),
  ]);
}

export const configUpdate = tool({
  name: 'opencode_config_update',
  title: 'Change settings',
  toolset: 'config',
  description: 'Change OpenCode settings in their file, keeping comments. Returns the previous values.',
  annotations: replaces,
  input: z.object({
    directory,
    scope,
    patch: z.record(z.string(), z.unknown()).describe('As in opencode.json; null removes a setting.'),
  }),
  output: edited,
  async run(input, call) {
    const api = await call.api(input.directory);
    const patch = input.patch as ValueMap;
    return {
      ...(await editSettings(
        call.app,
        api,
        input.scope,
        `opencode: change ${Object.keys(patch).join(', ')}`,
        async (root) => {
          await checkSettings(api, patched(root, patch));
          return patchChanges(patch);
        },
      )),
    };
  },
});

export const modelConfigure = tool({
  name: 'opencode_model_configure',
  title: 'Set model options',
  toolset: 'config',
  description: 'Set model options, such as reasoningEffort or temperature, in the settings file.',
  annotations: sets,
  input: z.object({
    directory,
    provider: z.string().min(1),
    model: z.string().min(1).describe('Without the provider.'),
    options: z.record(z.string(), z.unknown()).describe('null removes an option.'),
    scope: scope.default('project'),
  }),
  output: edited,
  async run({ directory: asked, provider, model, options, scope: where }, call) {
    const api = await call.api(asked);
    await chooseModel(api, { model: `${provider}/${model}` });
    const patch = { provider: { [provider]: { models: { [model]: { options: options as ValueMap } } } } };
    return {
      ...(await editSettings(call.app, api, where, `opencode: options of ${provider}/${model}`, async (root) => {
        await checkSettings(api, patched(root, patch));
        return patchChanges(patch);
      })),
    };
  },
});

const action = z.enum(['allow', 'ask', 'deny']);

export const permissionSet = tool({
  name: 'opencode_permission_set',
  title: 'Set a permission',
  toolset: 'config',
  description: 'Set whether OpenCode may use a tool, in the settings file.',
  annotations: replaces,
  input: z.object({
    directory,
    tool: z
      .string()
      .regex(/^[\w*-]+$/, 'must be a tool name')
      .describe('edit, bash, webfetch, task, server_tool.'),
    pattern: z.string().min(1).optional().describe('Such as git *; default: all uses.'),
    action,
    scope: scope.default('project'),
  }),
  output: edited,
  async run({ directory: asked, tool: name, pattern, action: wanted, scope: where }, call) {
    const api = await call.api(asked);
    await checkToolNames(api, [name]);
    return {
      ...(await editSettings(call.app, api, where, `opencode: ${wanted} ${name}`, (root) => {
        const all = valueAt(root, ['permission']);
        const rules = isMap(all) ? all : typeof all === 'string' ? { '*': all } : {};
        const old = rules[name];
        const patterns = isMap(old) ? old : typeof old === 'string' ? { '*': old } : {};
        // The last matching rule wins, so a new one goes at the end.
        const rule = pattern === undefined ? wanted : { ...without(patterns, pattern), [pattern]: wanted };
        return [{ path: ['permission'], value: { ...rules, [name]: rule } }];
      })),
    };
  },
});

function without(map: ValueMap, key: string): ValueMap {
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));
}

export const toolConfigure = tool({
  name: 'opencode_tool_configure',
  title: 'Enable or disable tools',
  toolset: 'config',
  description: 'Enable or disable OpenCode tools, for all agents or one, in the settings file.',
  annotations: sets,
  input: z.object({
    directory,
    tools: z.record(z.string(), z.boolean()).describe('Names from opencode_tool_list, with true or false.'),
    agent: z.string().min(1).optional().describe('Only for this agent.'),
    scope: scope.default('project'),
  }),
  output: edited,
  async run({ directory: asked, tools, agent, scope: where }, call) {
    const api = await call.api(asked);
    await chooseAgent(api, agent, undefined);
    await checkToolNames(api, Object.keys(tools));
    const at = agent === undefined ? ['tools'] : ['agent', agent, 'tools'];
    return {
      ...(await editSettings(call.app, api, where, `opencode: switch ${Object.keys(tools).join(', ')}`, () =>
        Object.entries(tools).map(([name, on]) => ({ path: [...at, name], value: on })),
      )),
    };
  },
});

/** Permissions that are not tool names. */
const permissions = ['edit', 'read', 'list', 'external_directory', 'doom_loop', 'plan_enter', 'plan_exit', 'lsp'];

/** Rejects unknown tool names, which OpenCode would ignore. Names with `*` and tools of its MCP servers pass. */
async function checkToolNames(api: Api, names: readonly string[]): Promise<void> {
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
