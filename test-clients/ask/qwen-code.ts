import type { Driver } from '../answer.ts';
import { readStatusLines } from './status-lines.ts';

export const qwenCode: Driver = {
  scopes: ['user', 'project'],
  tries: true,
  ask: async (box, scope) => {
    if (scope === 'project') await box.run('qwen', ['mcp', 'approve', '--all']);
    const { all } = await box.run('qwen', ['mcp', 'list']);
    return { listed: readStatusLines(all), raw: all };
  },
};
