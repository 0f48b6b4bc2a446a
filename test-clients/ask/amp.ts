import type { Driver, Listed } from '../answer.ts';

/** It wants to be signed in before it does anything, but does not mind when nobody is there to check. */
const env = { AMP_API_KEY: 'none', AMP_URL: 'http://127.0.0.1:9' };

interface Entry {
  readonly name: string;
  readonly spec: { command?: string; args?: string[]; url?: string; env?: Record<string, string>; headers?: Record<string, string> };
}

export const amp: Driver = {
  scopes: ['user', 'project'],
  tries: true,
  ask: async (box, scope) => {
    const list = await box.run('amp', ['mcp', 'list', '--json'], { env });
    const entries = JSON.parse(list.stdout) as Entry[];
    if (scope === 'project') for (const { name } of entries) await box.run('amp', ['mcp', 'approve', name], { env });
    const doctor = await box.run('amp', ['mcp', 'doctor'], { env });
    const lines = doctor.all.split('\n');
    const listed = entries.map(({ name, spec }): Listed => ({
      name,
      status: lines.some((line) => line.startsWith(`${name} (`) && line.includes('): connected')) ? 'connected' : 'failed',
      transport: spec.url === undefined ? 'stdio' : 'http',
      target: spec.url ?? [spec.command, ...(spec.args ?? [])].join(' '),
      values: spec.env ?? spec.headers ?? {},
    }));
    return { listed, raw: list.all + doctor.all };
  },
};
