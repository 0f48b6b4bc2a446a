import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Driver } from '../answer.ts';
import { modelSession } from './model-session.ts';

export const kimiCode: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    // The record that choosing "Trust this folder" leaves; without it, servers of the project are skipped.
    const hash = createHash('sha256').update(box.project).digest('hex').slice(0, 12);
    const record = { root: box.project, trustedAt: '2026-01-01T00:00:00.000Z' };
    box.addJson(`~/.kimi-code/workspace-trust/wd_${basename(box.project)}_${hash}`, record);
    const { output } = await modelSession(async ({ url }) =>
      box.run('kimi', ['--prompt', 'hi', '--output-format', 'stream-json'], {
        env: {
          KIMI_CODE_NO_AUTO_UPDATE: '1',
          KIMI_MODEL_NAME: 'one',
          KIMI_MODEL_API_KEY: 'none',
          KIMI_MODEL_PROVIDER_TYPE: 'openai',
          KIMI_MODEL_BASE_URL: url,
        },
      }),
    );
    const complaints = output.all.split('\n').filter((line) => /Invalid MCP|not trusted/.test(line));
    return { complaints, raw: output.all };
  },
};
