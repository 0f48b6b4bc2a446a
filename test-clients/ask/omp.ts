import type { Driver, Listed } from '../answer.ts';

/** It has no command that lists servers, so its own reader is called. Servers that are off are not among the result. */
const script = `
  import { loadAllMCPConfigs, validateServerConfig } from '@oh-my-pi/pi-coding-agent/mcp/config';
  const { configs } = await loadAllMCPConfigs(process.env.PROJECT);
  const complaints = Object.entries(configs).flatMap(([name, config]) => validateServerConfig(name, config));
  console.log(JSON.stringify({ configs, complaints }));
  process.exit(0);
`;

interface Entry {
  readonly type: 'stdio' | 'http' | 'sse';
  readonly command?: string;
  readonly args?: string[];
  readonly url?: string;
  readonly env?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

export const omp: Driver = {
  scopes: ['user', 'project'],
  tries: false,
  ask: async (box) => {
    const options = { cwd: box.folder, env: { PROJECT: box.project } };
    const { stdout, all } = await box.run('bun', ['--eval', script], options);
    const found = JSON.parse(stdout) as { configs: Record<string, Entry>; complaints: string[] };
    const listed = Object.entries(found.configs).map(([name, { type, command, args = [], url, env, headers }]): Listed => ({
      name,
      status: 'listed',
      transport: type,
      target: url ?? [command, ...args].join(' '),
      values: env ?? headers ?? {},
    }));
    return { listed, complaints: found.complaints, raw: all };
  },
};
