import type { Driver, Listed } from '../answer.ts';

interface Entry {
  readonly name: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly command?: string;
  readonly url?: string;
  readonly enabled: boolean;
}

export const auggie: Driver = {
  scopes: ['user', 'project'],
  tries: false,
  ask: async (box) => {
    const { stdout, all } = await box.run('auggie', ['mcp', 'list', '--json']);
    const { servers } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { servers: Entry[] };
    const listed = servers.map(({ name, transport, command, url, enabled }): Listed => ({
      name,
      status: enabled ? 'listed' : 'disabled',
      transport,
      target: command ?? url ?? '',
    }));
    return { listed, raw: all };
  },
};
