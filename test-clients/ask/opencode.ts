import type { Driver } from '../answer.ts';
import { readBulletList } from './bullet-list.ts';

const env = { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' };

export const opencode: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    const { all } = await box.run('opencode', ['mcp', 'list'], { env });
    return { listed: readBulletList(all), raw: all };
  },
};
