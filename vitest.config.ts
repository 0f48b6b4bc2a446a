import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const common = {
  setupFiles: ['test/setup/isolate-home.ts'],
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

/** Tests that neither change anything of their process nor keep anything in it: its start is most of their time. */
const inOneProcess = [
  'test/{api,bench,cli,clients,discovery,doctor,formats,manage,model,validate}/**/*.test.ts',
  'test/web/{parts,unit}/**/*.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/setup/temporary-folder.ts'],
    // Most of them wait for programs they have started, so one more than there are cores is no burden.
    maxWorkers: Math.max(2, availableParallelism() + 1),
    projects: [
      { test: { ...common, name: 'together', include: inOneProcess, isolate: false } },
      {
        test: {
          ...common,
          name: 'apart',
          include: ['test/**/*.test.ts'],
          exclude: [...inOneProcess, '**/node_modules/**'],
        },
      },
    ],
  },
});
