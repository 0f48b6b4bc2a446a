import type { Driver } from '../answer.ts';
import { modelSession } from './model-session.ts';

export const continueClient: Driver = {
  scopes: ['user'],
  ask: async (box) => {
    const { output } = await modelSession(async ({ url }) => {
      const model = { name: 'one', provider: 'openai', model: 'one', apiKey: 'none', apiBase: url, roles: ['chat'] };
      box.append('~/.continue/config.yaml', `models:\n  - ${JSON.stringify(model)}\n`);
      return box.run('cn', ['--print', 'hi'], {
        env: { CONTINUE_CLI_ENABLE_TELEMETRY: '0', CONTINUE_TELEMETRY_ENABLED: '0' },
      });
    });
    return { raw: output.all };
  },
};
