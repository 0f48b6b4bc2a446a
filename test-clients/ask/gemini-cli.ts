import type { Driver } from '../answer.ts';
import { readStatusLines } from './status-lines.ts';

export const geminiCli: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    // In a folder that is not trusted even the servers of the user are off.
    const { all } = await box.run('gemini', ['mcp', 'list'], { env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } });
    const complaints = all.split('\n').filter((line) => /invalid configuration|unrecognized key/i.test(line));
    return { listed: readStatusLines(all), complaints, raw: all };
  },
};
