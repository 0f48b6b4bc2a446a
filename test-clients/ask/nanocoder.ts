import type { Driver } from '../answer.ts';
import { modelSession } from './model-session.ts';

export const nanocoder: Driver = {
  scopes: ['user'],
  ask: async (box) => {
    const { output } = await modelSession(async ({ url: baseUrl }) => {
      const provider = { name: 'stand-in', baseUrl, apiKey: 'none', models: ['one'] };
      box.addJson('~/.config/nanocoder/agents.config.json', { nanocoder: { providers: [provider] } });
      const flags = ['--plain', '--trust-directory', '--provider', 'stand-in', '--model', 'one'];
      return box.run('nanocoder', [...flags, 'run', 'hi']);
    });
    return { raw: output.all };
  },
};
