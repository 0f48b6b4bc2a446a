import type { Driver, Listed } from '../answer.ts';
import { jsonOutput } from './json-output.ts';

interface Tried {
  readonly name: string;
  readonly status: string;
}

export const mcporter: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    const output = await box.run('mcporter', ['list', '--json']);
    const { servers } = jsonOutput(output) as { servers: readonly Tried[] };
    const listed = servers.map(({ name, status }): Listed => ({
      name,
      status: status === 'ok' ? 'connected' : 'failed',
    }));
    return { listed, raw: output.all };
  },
};
