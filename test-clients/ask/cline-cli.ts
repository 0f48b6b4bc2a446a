import type { Driver, Listed } from '../answer.ts';

interface Entry {
  readonly name: string;
  readonly transportType: string;
  readonly disabled: boolean;
  readonly path: string;
}

export const clineCli: Driver = {
  scopes: ['user'],
  tries: false,
  ask: async (box) => {
    const { stdout, all } = await box.run('cline', ['config', 'mcp', '--json']);
    const listed = (JSON.parse(stdout) as Entry[]).map(({ name, transportType, disabled }): Listed => ({
      name,
      status: disabled ? 'disabled' : 'listed',
      transport: transportType === 'streamableHttp' ? 'http' : (transportType as 'stdio' | 'sse'),
    }));
    return { listed, raw: all };
  },
};
