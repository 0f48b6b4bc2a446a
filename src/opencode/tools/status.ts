import * as z from 'zod';
import { reads } from '../../mcp/annotations.ts';
import { askHealth } from '../server/health.ts';
import { toolsetNames } from '../toolset.ts';
import type { McpStatus, Paths, Project, Providers } from '../upstream/types.ts';
import { directory } from './fields.ts';
import { tool } from './tool.ts';

export const status = tool({
  name: 'opencode_status',
  title: 'Status',
  toolset: 'core',
  description:
    'Get the status of OpenCode: version, project and branch, providers, MCP servers and toolsets. A good first call.',
  annotations: reads,
  input: z.object({ directory }),
  output: z.looseObject({ healthy: z.boolean(), version: z.string() }),
  async run(input, call) {
    const { app } = call;
    const api = await call.api(input.directory);
    const health = await askHealth(api.endpoint, api.directory);
    const [paths, project, vcs, providers, mcp] = await Promise.all([
      api.get<Paths>('/path'),
      api.get<Project>('/project/current'),
      api.get<{ branch?: string }>('/vcs'),
      api.get<Providers>('/provider'),
      api.get<Record<string, McpStatus>>('/mcp'),
    ]);
    return {
      healthy: health.healthy,
      version: health.version,
      server: { url: api.endpoint.url, mode: app.connection.attached ? 'attached' : 'managed' },
      directory: api.directory,
      project: { id: project.id, worktree: paths.worktree, ...(vcs.branch ? { branch: vcs.branch } : {}) },
      providers: providers.connected,
      ...(app.settings.defaultModel === undefined ? {} : { defaultModel: app.settings.defaultModel }),
      mcp: Object.fromEntries(Object.entries(mcp).map(([name, one]) => [name, one.status])),
      toolsets: Object.fromEntries(toolsetNames.map((name) => [name, call.toolsets.has(name) ? 'on' : 'off'])),
      readOnly: app.settings.readOnly,
    };
  },
});
