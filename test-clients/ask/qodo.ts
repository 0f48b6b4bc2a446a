import { join } from 'node:path';
import type { Driver, Listed } from '../answer.ts';
import { jsonOutput } from './json-output.ts';

/** Its commands begin with a request to its vendor. The parts that read the file and connect need none. */
const script = `
  const { ServerRegistry } = await import(process.env.PARTS + '/serversRegistry.js');
  const { MCPManager } = await import(process.env.PARTS + '/MCPManager.js');
  ServerRegistry.init();
  const manager = await MCPManager.init();
  console.log(JSON.stringify({ states: [...manager.getConnectionStates()] }));
  process.exit(0);
`;

interface Found {
  readonly states: readonly (readonly [
    name: string,
    state: { readonly isConnected?: boolean; readonly status?: string },
  ])[];
}

export const qodo: Driver = {
  scopes: ['project'],
  ask: async (box) => {
    const PARTS = join(box.folder, 'node_modules', '@qodo', 'command', 'dist', 'mcp');
    const env = { PARTS, QODO_NO_BUILTIN: 'true', QODO_API_KEY: 'none' };
    const output = await box.run('node', ['--input-type=module', '--eval', script], { env });
    const { states } = jsonOutput(output) as Found;
    const listed = states.map(([name, { status }]): Listed => ({
      name,
      status: status === 'connected' ? 'connected' : 'failed',
    }));
    return { listed, raw: output.all };
  },
};
