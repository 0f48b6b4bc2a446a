import * as z from 'zod';
import { acts, reads, replaces, sets } from '../../mcp/annotations.ts';
import { didYouMean } from '../../mcp/nearest.ts';
import type { ValueMap } from '../../model/value.ts';
import { editSettings } from '../config/edit-settings.ts';
import { entriesOf, entryPath, switchChange } from '../config/mcp-entry.ts';
import { reload } from '../config/reload.ts';
import { requireKnownPermitted, requirePermitted } from '../config/require-permitted.ts';
import { ToolFailure } from '../failure.ts';
import { redact } from '../redact.ts';
import type { Api } from '../upstream/api.ts';
import type { McpStatus } from '../upstream/types.ts';
import { directory, scope } from './fields.ts';
import { tool } from './tool.ts';
import { refuseUnused } from './unused.ts';

const serverName = z.string().regex(/^[\w.-]+$/, 'letters, digits, dots, hyphens and underscores');

const config = z
  .union([
    z.strictObject({
      type: z.literal('local'),
      command: z.array(z.string().min(1)).min(1),
      cwd: z.string().optional(),
      environment: z.record(z.string(), z.string()).optional(),
      enabled: z.boolean().optional(),
      timeout: z.number().int().positive().optional(),
    }),
    z.strictObject({
      type: z.literal('remote'),
      url: z.url({ protocol: /^https?$/ }),
      headers: z.record(z.string(), z.string()).optional(),
      oauth: z.union([z.literal(false), z.record(z.string(), z.unknown())]).optional(),
      enabled: z.boolean().optional(),
      timeout: z.number().int().positive().optional(),
    }),
  ])
  .describe('As in opencode.json: {type: local, command: [...]} or {type: remote, url}.');

type Statuses = Readonly<Record<string, McpStatus>>;

export const mcpList = tool({
  name: 'opencode_mcp_list',
  title: 'List MCP servers',
  toolset: 'mcp',
  description: 'List the MCP servers that OpenCode uses, with their status.',
  annotations: reads,
  input: z.object({ directory }),
  output: z.looseObject({ servers: z.array(z.looseObject({ name: z.string(), status: z.string() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const statuses = await api.get<Statuses>('/mcp');
    return {
      servers: Object.entries(statuses).map(([name, { status, error }]) => ({ name, status, error: redact(error) })),
    };
  },
});

const output = z.looseObject({ name: z.string(), status: z.string() });

export const mcpAdd = tool({
  name: 'opencode_mcp_add',
  title: 'Add an MCP server',
  toolset: 'mcp',
  description: 'Add an MCP server to OpenCode and connect it. A local server runs a command on this machine.',
  annotations: acts,
  input: z.object({
    directory,
    name: serverName,
    config,
    scope: scope.default('project'),
    persist: z.boolean().default(true).describe('Save it in the settings file; else it lasts until OpenCode reloads.'),
  }),
  output,
  async run({ directory: asked, name, config: wanted, scope: where, persist }, call) {
    if (!persist) refuseUnused(call, ['scope'], 'without persist');
    const api = await call.api(asked);
    await requirePermitted(call.app, api, name, wanted as unknown as ValueMap);
    const edit = persist
      ? await editSettings(call.app, api, where, `opencode: add MCP server ${name}`, (root) => [
          { path: entryPath(root, name), value: wanted as unknown as ValueMap },
        ])
      : {};
    // The managed server may have been restarted to reload its settings.
    const again = await call.api(asked);
    const statuses = await again.post<Statuses>('/mcp', { name, config: wanted }, { timeout: 120_000 });
    return { name, status: statuses[name]?.status ?? 'unknown', error: redact(statuses[name]?.error), ...edit };
  },
});

export const mcpRemove = tool({
  name: 'opencode_mcp_remove',
  title: 'Remove an MCP server',
  toolset: 'mcp',
  description: 'Disconnect an MCP server of OpenCode and remove it from the settings file.',
  annotations: replaces,
  input: z.object({ directory, name: serverName }),
  output: z.looseObject({ name: z.string(), removed: z.boolean() }),
  async run({ directory: asked, name }, call) {
    const api = await call.api(asked);
    const where = (await entriesOf(call.app, api, name))[0]?.scope;
    const servers = await api.get<Statuses>('/mcp');
    const running = Object.hasOwn(servers, name);
    if (!where && !running) throw unknownServer(name, Object.keys(servers));
    if (running) await api.post(`/mcp/${name}/disconnect`);
    if (!where) return { name, removed: true, effective: await reload(call.app, api, 'project') };
    const edit = await editSettings(call.app, api, where, `opencode: remove MCP server ${name}`, (root) => [
      { path: entryPath(root, name), value: undefined },
    ]);
    return { name, removed: true, ...edit };
  },
});

export const mcpEnable = tool({
  name: 'opencode_mcp_enable',
  title: 'Enable or disable an MCP server',
  toolset: 'mcp',
  description:
    'Enable or disable an MCP server of OpenCode, now and in the settings file. If it needs sign-in, returns the URL to open.',
  annotations: sets,
  input: z.object({ directory, name: serverName, enabled: z.boolean() }),
  output,
  async run({ directory: asked, name, enabled }, call) {
    const api = await call.api(asked);
    const where = (await entriesOf(call.app, api, name))[0]?.scope;
    const servers = await api.get<Statuses>('/mcp');
    const running = Object.hasOwn(servers, name);
    if (!where && !running) throw unknownServer(name, Object.keys(servers));
    if (enabled) await requireKnownPermitted(call.app, api, name);
    const title = `opencode: ${enabled ? 'enable' : 'disable'} MCP server ${name}`;
    const edit = where
      ? await editSettings(call.app, api, where, title, (root) => [switchChange(root, name, enabled)])
      : {};
    // The managed server may have been restarted to reload its settings.
    const again = await call.api(asked);
    return { name, ...(await connect(again, name, enabled)), ...edit };
  },
});

async function connect(api: Api, name: string, enabled: boolean): Promise<Record<string, unknown>> {
  await api.post(`/mcp/${name}/${enabled ? 'connect' : 'disconnect'}`, {}, { timeout: 120_000 });
  const { status = 'unknown', error } = (await api.get<Statuses>('/mcp'))[name] ?? {};
  if (status !== 'needs_auth') return { status, error: redact(error) };
  const { authorizationUrl } = await api.post<{ authorizationUrl: string }>(`/mcp/${name}/auth`);
  return { status, authorizationUrl, next: 'Ask the user to open authorizationUrl and sign in.' };
}

function unknownServer(name: string, known: readonly string[]): ToolFailure {
  return new ToolFailure('MCP_NOT_FOUND', `Unknown server "${name}".`, [
    didYouMean(name, known, 'MCP servers'),
    'Call opencode_mcp_list to see all servers.',
  ]);
}
