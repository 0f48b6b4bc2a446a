import type { Driver, Listed } from '../answer.ts';
import { jsonOutput } from './json-output.ts';

/** It has no command for this, so its own code is called. Servers that are off are not among what it reads. */
const script = `
  import { loadAllMCPConfigs, validateServerConfig } from '@oh-my-pi/pi-coding-agent/mcp/config';
  import { createMCPManager } from '@oh-my-pi/pi-coding-agent/mcp/manager';
  const { configs } = await loadAllMCPConfigs(process.env.PROJECT);
  const complaints = Object.entries(configs).flatMap(([name, config]) => validateServerConfig(name, config));
  const { manager } = await createMCPManager(process.env.PROJECT);
  await manager.waitForPendingConnections();
  console.log(JSON.stringify({ configs, complaints, connected: manager.getConnectedServers() }));
  process.exit(0);
`;

interface Found {
  readonly configs: Readonly<Record<string, { type: string }>>;
  readonly complaints: readonly string[];
  readonly connected: readonly string[];
}

export const omp: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    // The folder is where the imports are resolved.
    const options = { cwd: box.folder, env: { PROJECT: box.project } };
    const output = await box.run('bun', ['--eval', script], options);
    const { configs, complaints, connected } = jsonOutput(output) as Found;
    const listed = Object.entries(configs).map(([name, { type }]): Listed => ({
      name,
      status: connected.includes(name) ? 'connected' : 'failed',
      transport: type,
    }));
    return { listed, complaints, raw: output.all };
  },
};
