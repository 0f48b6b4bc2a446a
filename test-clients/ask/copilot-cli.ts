import type { Driver, Listed } from '../answer.ts';

/** With a model of one's own it asks for no account, and needs the model only after the servers are connected. */
const env = {
  COPILOT_OFFLINE: 'true',
  COPILOT_AUTO_UPDATE: 'false',
  COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:9',
  COPILOT_MODEL: 'none',
};

interface Tried {
  readonly name: string;
  readonly status: string;
}

export const copilotCli: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    box.addJson('~/.copilot/config.json', { trusted_folders: [box.project], trustedFolders: [box.project] });
    let listed: readonly Listed[] = [];
    const { all } = await box.run('copilot', ['--prompt', 'hi', '--allow-all-tools', '--output-format', 'json'], {
      env,
      onLine: (line) => {
        if (!line.includes('"session.mcp_servers_loaded"')) return undefined;
        listed = (JSON.parse(line) as { data: { servers: readonly Tried[] } }).data.servers.map(toListed);
        return 'done';
      },
    });
    return { listed, raw: all };
  },
};

function toListed({ name, status }: Tried): Listed {
  return { name, status: status === 'connected' || status === 'disabled' ? status : 'failed' };
}
