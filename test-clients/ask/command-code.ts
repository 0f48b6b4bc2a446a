import type { Driver } from '../answer.ts';

/** Any account works: it connects its servers before it notices that there is no response. */
const env = { COMMAND_CODE_API_KEY: 'none', COMMANDCODE_API_URL: 'http://127.0.0.1:9', COMMANDCODE_SKIP_UPDATES: '1' };

export const commandCode: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    const { all } = await box.run('command-code', ['--print', 'hi', '--trust'], { env, timeout: 45_000 });
    return { raw: all };
  },
};
