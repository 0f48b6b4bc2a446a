import type { Driver } from '../answer.ts';
import { readStatusLines } from './status-lines.ts';

export const qoder: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    const { all } = await box.run('qodercli', ['mcp', 'list']);
    return { listed: readStatusLines(all), raw: all };
  },
};
