import type { Driver, Listed } from '../answer.ts';

const env = { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };

/** A session begins with the servers that are connected by then, so on a busy machine it has to wait for them. */
export const claudeSession = { ...env, MCP_CONNECTION_NONBLOCKING: '0', MCP_CONNECT_TIMEOUT_MS: '60000' };

/** `name: target - ✔ Connected`; the target of anything but stdio ends in its transport, as in `(HTTP)`. */
const line = /^(\S+): .+?(?: \((HTTP|SSE)\))? - \S+ (.+)$/gm;

export const claudeCode: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    // Servers of a project count once its folder is trusted and they are approved, which a person does by clicking.
    box.addJson('~/.claude.json', { projects: { [box.project]: { hasTrustDialogAccepted: true } } });
    box.addJson('~/.claude/settings.json', { enableAllProjectMcpServers: true });
    const { all } = await box.run('claude', ['mcp', 'list'], { env });
    // What is disabled is left out.
    const listed = [...all.matchAll(line)].map(([, name = '', transport = 'stdio', status]): Listed => ({
      name,
      status: status === 'Connected' ? 'connected' : 'failed',
      transport: transport.toLowerCase(),
    }));
    return { listed, raw: all };
  },
};
