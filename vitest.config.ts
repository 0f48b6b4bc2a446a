import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup/isolate-home.ts'],
    // Tests change environment variables and start programs: each file gets a process of its own.
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
