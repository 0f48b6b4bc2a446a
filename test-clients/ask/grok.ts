import type { Driver, Listed } from '../answer.ts';
import { jsonOutput } from './json-output.ts';

interface Entry {
  readonly name: string;
  readonly enabled: boolean;
}

interface Tried {
  readonly name: string;
  readonly transport: string;
  readonly healthy: boolean;
}

export const grok: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    const list = await box.run('grok', ['--trust', 'mcp', 'list', '--json']);
    // Leaves out what is disabled.
    const doctor = await box.run('grok', ['--trust', 'mcp', 'doctor', '--json']);
    const { servers } = jsonOutput(doctor) as { servers: readonly Tried[] };
    const listed = (jsonOutput(list) as readonly Entry[]).map(({ name, enabled }): Listed => {
      const found = servers.find((server) => server.name === name);
      const tried = found?.healthy ? 'connected' : 'failed';
      return { name, status: enabled ? tried : 'disabled', ...(found && { transport: found.transport }) };
    });
    return { listed, raw: list.all + doctor.all };
  },
};
