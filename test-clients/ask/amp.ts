import type { Driver, Listed } from '../answer.ts';
import { jsonOutput } from './json-output.ts';

/** It requires an account before it does anything, but works when the account cannot be verified. */
const env = { AMP_API_KEY: 'none', AMP_URL: 'http://127.0.0.1:9' };

interface Entry {
  readonly name: string;
  readonly type: 'command' | 'url';
}

export const amp: Driver = {
  scopes: ['user', 'project'],
  ask: async (box, scope) => {
    const list = await box.run('amp', ['mcp', 'list', '--json'], { env });
    const entries = jsonOutput(list) as readonly Entry[];
    if (scope === 'project') for (const { name } of entries) await box.run('amp', ['mcp', 'approve', name], { env });
    const doctor = await box.run('amp', ['mcp', 'doctor'], { env });
    const connected = doctor.all.split('\n').filter((line) => line.includes('): connected'));
    const listed = entries.map(({ name, type }): Listed => ({
      name,
      status: connected.some((line) => line.startsWith(`${name} (`)) ? 'connected' : 'failed',
      transport: type === 'command' ? 'stdio' : 'http',
    }));
    return { listed, raw: list.all + doctor.all };
  },
};
