import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isDeep } from '../../support/deep.ts';
import { hasNginx, hasRedis } from './support/redis.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const HOUR_MS = 3_600_000;

/** Some measure for minutes, so they run nightly. */
describe.skipIf(!isDeep || !hasRedis || !hasNginx)(
  'measurements of several gateways (test:deep, redis-server, nginx)',
  () => {
    test.each(['sessions', 'lost', 'restart', 'outage', 'cut', 'idle', 'soak'])(
      '%s',
      { timeout: HOUR_MS },
      async (part) => {
        const words = ['scripts/run-ts.mjs', 'bench/team/run.ts', '--parts', part];
        const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
        let said = '';
        child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
        await once(child, 'close');
        expect(said).toContain('all aims met');
      },
    );
  },
);
