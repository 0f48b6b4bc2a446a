import type { Driver } from '../answer.ts';
import { readBulletList } from './bullet-list.ts';

const env = { KILO_TELEMETRY_LEVEL: 'off', KILO_DISABLE_AUTOUPDATE: '1', KILO_DISABLE_MODELS_FETCH: '1' };

export const kilo: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    // A file it cannot use is skipped with nothing but a line in the log.
    const { stdout, all } = await box.run('kilo', ['mcp', 'list', '--print-logs'], { env });
    const complaints = all.split('\n').filter((line) => /ConfigInvalid|ConfigJson/.test(line));
    return { listed: readBulletList(stdout), complaints, raw: all };
  },
};
