import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup/temporary-folder.ts'],
    setupFiles: ['test/setup/isolate-home.ts'],
    // Tests change environment variables and start programs: each file gets a process of its own.
    pool: 'forks',
    // Most of them wait for programs they have started, so one more than there are cores is no burden.
    maxWorkers: Math.max(2, availableParallelism() + 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
