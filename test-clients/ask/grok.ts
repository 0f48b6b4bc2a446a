import type { Driver, Listed } from '../answer.ts';

interface Checked {
  readonly name: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly target: string;
  readonly healthy: boolean;
}

interface Entry {
  readonly name: string;
  readonly enabled: boolean;
  readonly env?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

export const grok: Driver = {
  scopes: ['user', 'project'],
  tries: true,
  ask: async (box) => {
    const list = await box.run('grok', ['--trust', 'mcp', 'list', '--json']);
    // Leaves out what is disabled.
    const doctor = await box.run('grok', ['--trust', 'mcp', 'doctor', '--json']);
    const { servers } = JSON.parse(doctor.stdout) as { servers: Checked[] };
    const listed = (JSON.parse(list.stdout) as Entry[]).map(({ name, enabled, env, headers }): Listed => {
      const checked = servers.find((server) => server.name === name);
      const tried = checked?.healthy ? 'connected' : 'failed';
      return {
        name,
        status: enabled ? tried : 'disabled',
        ...(checked && { transport: checked.transport, target: checked.target }),
        values: env ?? headers ?? {},
      };
    });
    return { listed, raw: list.all + doctor.all };
  },
};
