import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contender, Front, Setting } from '../contender.ts';
import { homeAt, launch, writeServers } from '../launch.ts';

const TOKEN = 'a-token-that-is-only-good-for-this-one-run-00';

/** Its servers are in a client's file, as on a user's machine. */
export const plugboard: readonly Contender[] = [contender('stdio'), contender('http')];

function contender(front: Front): Contender {
  return {
    id: `plugboard, ${front}`,
    kind: 'ours',
    front,
    backs: ['stdio', 'http'],
    isMany: true,
    program: { from: 'here' },
    toolName: (server, tool) => `mcp_${server}_${tool}`,
    start: ({ servers, folder, port, program }: Setting) => {
      writeServers(folder, servers, { file: '.cursor/mcp.json' });
      const env = { ...homeAt(folder), PLUGBOARD_HOME: join(folder, 'own') };
      mkdirSync(join(folder, 'own/state'), { recursive: true });
      writeFileSync(join(folder, 'own/state/gateway-token'), TOKEN, { mode: 0o600 });
      if (front === 'stdio') {
        const [command, ...args] = [...program, 'serve'] as [string, ...string[]];
        return { stdio: { command, args, env, cwd: folder }, pids: [] };
      }
      const pid = launch([...program, 'serve', '--http', String(port)], folder, env);
      return { url: `http://127.0.0.1:${port}/mcp`, headers: { authorization: `Bearer ${TOKEN}` }, pids: [pid] };
    },
  };
}
