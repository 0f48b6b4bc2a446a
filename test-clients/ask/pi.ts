import { join } from 'node:path';
import type { Driver } from '../answer.ts';
import { servers } from '../servers.ts';
import { modelSession } from './model-session.ts';

export const pi: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    const { output } = await modelSession(async (model) => {
      // Its servers are connected when the model wants one of them.
      const names = Object.keys(servers('', ''));
      model.script('connect', ...names.map((connect) => ({ tool: 'mcp', arguments: { connect } })), { text: 'done' });
      const provider = { baseUrl: model.url, api: 'openai-completions', apiKey: 'none', models: [{ id: 'one' }] };
      box.addJson('~/.pi/agent/models.json', { providers: { 'stand-in': provider } });
      const extension = join(box.folder, 'node_modules', 'pi-mcp-adapter', 'index.ts');
      const flags = ['--print', '--offline', '--provider', 'stand-in', '--model', 'one', '--extension', extension];
      return box.run('pi', [...flags, '[[connect]]'], { env: { PI_MCP_ADAPTER_TEST_AUTH_STORE: 'memory' } });
    });
    return { raw: output.all };
  },
};
