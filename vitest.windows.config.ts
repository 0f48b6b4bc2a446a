import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './test/setup/slow-files-first.ts';

export default defineConfig({
  test: {
    include: ['test-windows/**/*.test.ts'],
    globalSetup: ['test/setup/temporary-folder.ts', 'test-windows/machine/start-machine.ts'],
    pool: 'forks',
    // The unit tests take as long as all others together. More at once would miss their time limits: programs start slowly.
    maxWorkers: 2,
    sequence: { sequencer: SlowFilesFirst },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
