import type { Driver, Listed } from '../answer.ts';

interface Entry {
  readonly type: string;
  readonly command?: string;
  readonly args?: string[];
  readonly url?: string;
  readonly env?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly enabled: boolean;
}

export const copilotCli: Driver = {
  scopes: ['user', 'project'],
  tries: false,
  ask: async (box) => {
    box.addJson('~/.copilot/config.json', { trusted_folders: [box.project], trustedFolders: [box.project] });
    const { stdout, all } = await box.run('copilot', ['mcp', 'list', '--json']);
    const { mcpServers } = JSON.parse(stdout) as { mcpServers: Record<string, Entry> };
    const listed = Object.entries(mcpServers).map(([name, { type, command, args = [], url, env, headers, enabled }]): Listed => ({
      name,
      status: enabled ? 'listed' : 'disabled',
      transport: type === 'local' ? 'stdio' : (type as 'stdio' | 'http' | 'sse'),
      target: url ?? [command, ...args].join(' '),
      values: env ?? headers ?? {},
    }));
    return { listed, raw: all };
  },
};
