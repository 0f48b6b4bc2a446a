import type { Driver, Listed } from '../answer.ts';

/** `name  stdio  connected  [user]` */
const line = /^ +(\S+) +(stdio|http|sse) +(\w+) +\[\w+\]/gm;

export const droid: Driver = {
  scopes: ['user', 'project'],
  shown: (name) => name.replaceAll(/[^\w-]/g, '-'),
  ask: async (box) => {
    const { all } = await box.run('droid', ['mcp', 'list']);
    const listed = [...all.matchAll(line)].map(([, name = '', transport, status]): Listed => ({
      name,
      status: status === 'connected' || status === 'disabled' ? status : 'failed',
      ...(transport && { transport }),
    }));
    return { listed, raw: all };
  },
};
