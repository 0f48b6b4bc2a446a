import type { Driver, Listed } from '../answer.ts';
import { jsonOutput } from './json-output.ts';

/** Its command only lists. The library it is made of reads the same file and connects. */
const script = `
  import * as cline from '@cline/core';
  const clientFactory = cline.createDefaultMcpServerClientFactory();
  const manager = new cline.InMemoryMcpManager({ clientFactory });
  const entries = await cline.registerMcpServersFromSettingsFile(manager);
  await Promise.allSettled(entries.filter((entry) => !entry.disabled).map((entry) => manager.listTools(entry.name)));
  const connected = manager.listServers().filter((server) => server.status === 'connected').map(({ name }) => name);
  console.log(JSON.stringify({ entries, connected }));
  process.exit(0);
`;

interface Found {
  readonly entries: readonly { name: string; disabled?: boolean; transport: { type: string } }[];
  readonly connected: readonly string[];
}

export const clineCli: Driver = {
  scopes: ['user'],
  ask: async (box) => {
    // The folder is where the import is resolved.
    const output = await box.run('node', ['--input-type=module', '--eval', script], { cwd: box.folder });
    const { entries, connected } = jsonOutput(output) as Found;
    const listed = entries.map(({ name, disabled, transport: { type } }): Listed => {
      const tried = connected.includes(name) ? 'connected' : 'failed';
      return { name, status: disabled ? 'disabled' : tried, transport: type === 'streamableHttp' ? 'http' : type };
    });
    return { listed, raw: output.all };
  },
};
