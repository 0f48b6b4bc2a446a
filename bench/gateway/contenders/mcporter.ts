import type { Contender, Front, Setting } from '../contender.ts';
import { homeAt, launch, writeServers } from '../launch.ts';

/** Its servers are kept by a program in the background, which is started with it. */
export const mcporter: readonly Contender[] = [contender('stdio'), contender('http')];

function contender(front: Front): Contender {
  return {
    id: `mcporter, ${front}`,
    kind: 'rival',
    front,
    backs: ['stdio', 'http'],
    isMany: true,
    program: { from: 'npm', package: 'mcporter@0.12.3', bin: 'mcporter', newerNode: true },
    toolName: (server, tool) => `${server}__${tool}`,
    start: (setting) => {
      const { folder, port, program } = setting;
      const env = { ...homeAt(folder), MCPORTER_KEEPALIVE: '*' };
      const config = ['--config', configOf(setting)];
      const keeper = launch([...program, ...config, 'daemon', 'start', '--foreground'], folder, env);
      if (front === 'stdio') {
        const [command, ...args] = [...program, ...config, 'serve', '--stdio'] as [string, ...string[]];
        return { stdio: { command, args, env, cwd: folder }, pids: [keeper] };
      }
      const pid = launch([...program, ...config, 'serve', '--http', String(port)], folder, env);
      return { url: `http://127.0.0.1:${port}/mcp`, pids: [keeper, pid] };
    },
  };
}

function configOf({ folder, servers }: Setting): string {
  return writeServers(folder, servers, { all: { imports: [] }, each: { lifecycle: 'keep-alive' } });
}
