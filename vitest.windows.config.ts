import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test-windows/**/*.test.ts'],
    globalSetup: ['test/setup/temporary-folder.ts', 'test-windows/machine/start-machine.ts'],
    pool: 'forks',
    // One Windows, whose programs are slow to start; more at once would only make them miss their time limits.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
