import type { Driver, Listed } from '../answer.ts';
import type { Box } from '../box.ts';

interface Entry {
  readonly name: string;
  readonly enabled: boolean;
  readonly transport: { type: string; command?: string; args?: string[]; url?: string };
}

interface Checked {
  readonly name: string;
  readonly serverInfo: object | null;
}

export const codex: Driver = {
  scopes: ['user', 'project'],
  tries: true,
  ask: async (box, scope) => {
    // The file of a project is not looked at before the project is trusted.
    if (scope === 'project') box.put('~/.codex/config.toml', `[projects."${box.project}"]\ntrust_level = "trusted"\n`);
    const list = await box.run('codex', ['mcp', 'list', '--json']);
    const strict = await beginStrictSession(box);
    const checked = await checkServers(box);
    const listed = (JSON.parse(list.stdout) as Entry[]).map(({ name, enabled, transport }): Listed => {
      const answered = checked.servers.some((server) => server.name === name && server.serverInfo);
      const tried = answered ? 'connected' : 'failed';
      return {
        name,
        status: enabled ? tried : 'disabled',
        transport: transport.type === 'stdio' ? 'stdio' : 'http',
        target: transport.url ?? [transport.command, ...(transport.args ?? [])].join(' '),
      };
    });
    return { listed, complaints: strict.complaints, raw: [list.all, strict.raw, checked.raw].join('\n') };
  },
};

/** Only a session with the strict switch minds keys it does not know. Once it has a number, it has taken the file. */
async function beginStrictSession(box: Box): Promise<{ complaints: string[]; raw: string }> {
  const { all } = await box.run('codex', ['exec', '--strict-config', '--skip-git-repo-check', 'hi'], {
    timeout: 30_000,
    onLine: (line) => (line.startsWith('session id:') ? 'done' : undefined),
  });
  return { complaints: all.includes('session id:') ? [] : [all.trim()], raw: all };
}

/** `mcp list` only reads. The server behind its editors tries each and needs no one signed in. */
async function checkServers(box: Box): Promise<{ servers: readonly Checked[]; raw: string }> {
  let servers: readonly Checked[] = [];
  const clientInfo = { name: 'plugboard', title: 'plugboard', version: '1' };
  const { all } = await box.run('codex', ['app-server'], {
    onLine: (line) => {
      const message = line.startsWith('{') ? (JSON.parse(line) as { id?: number; result?: { data: Checked[] } }) : {};
      if (message.id === 1) return [say('initialized'), say('mcpServerStatus/list', {}, 2)].join('\n');
      if (message.id !== 2) return undefined;
      servers = message.result?.data ?? [];
      return 'done';
    },
    input: `${say('initialize', { clientInfo }, 1)}\n`,
  });
  return { servers, raw: all };
}

function say(method: string, params?: object, id?: number): string {
  return JSON.stringify({ id, method, params });
}
