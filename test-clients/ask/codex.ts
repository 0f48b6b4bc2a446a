import type { Driver, Listed } from '../answer.ts';
import type { Box } from '../box.ts';
import { jsonOutput } from './json-output.ts';

interface Entry {
  readonly name: string;
  readonly enabled: boolean;
  readonly transport: { readonly type: string };
}

interface Tried {
  readonly name: string;
  readonly serverInfo: object | null;
}

export const codex: Driver = {
  scopes: ['user', 'project'],
  ask: async (box, scope) => {
    // The file of a project is not looked at before the project is trusted.
    if (scope === 'project') box.put('~/.codex/config.toml', `[projects."${box.project}"]\ntrust_level = "trusted"\n`);
    const list = await box.run('codex', ['mcp', 'list', '--json']);
    const strict = await beginStrictSession(box);
    const { servers, raw } = await tryServers(box);
    const listed = (jsonOutput(list) as readonly Entry[]).map(({ name, enabled, transport }): Listed => {
      const tried = servers.some((server) => server.name === name && server.serverInfo) ? 'connected' : 'failed';
      return { name, status: enabled ? tried : 'disabled', transport: transport.type === 'stdio' ? 'stdio' : 'http' };
    });
    return { listed, complaints: strict.complaints, raw: [list.all, strict.raw, raw].join('\n') };
  },
};

/** Only a session with the strict switch minds keys it does not know. Once it has a number, it has taken the file. */
async function beginStrictSession(box: Box): Promise<{ complaints: string[]; raw: string }> {
  const { all } = await box.run('codex', ['exec', '--strict-config', '--skip-git-repo-check', 'hi'], {
    onLine: (line) => (line.startsWith('session id:') ? 'done' : undefined),
  });
  return { complaints: all.includes('session id:') ? [] : [all.trim()], raw: all };
}

/**
 * `mcp list` only reads. The server behind its editors tries each and needs no one signed in. It has to be told the
 * project with a thread: without one it knows the file of the user alone.
 */
async function tryServers(box: Box): Promise<{ servers: readonly Tried[]; raw: string }> {
  let servers: readonly Tried[] = [];
  const clientInfo = { name: 'plugboard', title: 'plugboard', version: '1' };
  const { all } = await box.run('codex', ['app-server'], {
    input: `${say('initialize', { clientInfo }, 1)}\n`,
    onLine: (line) => {
      const { id, result }: Message = line.startsWith('{') ? (JSON.parse(line) as Message) : {};
      if (id === 1)
        return [say('initialized'), say('thread/start', { cwd: box.project, ephemeral: true }, 2)].join('\n');
      if (id === 2) return say('mcpServerStatus/list', { threadId: result?.thread?.id }, 3);
      if (id !== 3) return undefined;
      servers = result?.data ?? [];
      return 'done';
    },
  });
  return { servers, raw: all };
}

interface Message {
  readonly id?: number;
  readonly result?: { readonly thread?: { readonly id: string }; readonly data?: readonly Tried[] };
}

function say(method: string, params?: object, id?: number): string {
  return JSON.stringify({ id, method, params });
}
