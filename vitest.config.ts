import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SkippedTests } from './test/setup/skipped-tests.ts';
import { SlowFilesFirst } from './test/setup/slow-files-first.ts';

const common = {
  setupFiles: ['test/setup/isolate-home.ts', 'test/setup/property-seed.ts'],
  pool: 'forks' as const,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is waited for comes from programs of its own; a second is no time for them on a machine that is busy.
  expect: { poll: { timeout: 30_000 } },
};

/** Tests that keep nothing in their process: to start one for each file would take longer than many of them do. */
const together = [
  'test/{api,bench,cli,clients,discovery,doctor,formats,manage,model,validate}/**/*.test.ts',
  'test/web/{parts,unit}/**/*.test.ts',
];

/** They share a browser. */
const pages = 'test/web/{,server-pages/,shell/}*.test.ts';

export default defineConfig({
  test: {
    globalSetup: ['test/setup/temporary-folder.ts'],
    reporters: ['default', ...(process.env['GITHUB_ACTIONS'] ? ['github-actions'] : []), new SkippedTests()],
    // Most of them wait for programs they have started, so two more than there are cores are no burden.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      { test: { ...common, name: 'together', include: together, isolate: false } },
      {
        test: {
          ...common,
          name: 'pages',
          // A test of a page does many steps, and each takes long if others use the machine too.
          testTimeout: 240_000,
          include: [pages],
          isolate: false,
          runner: 'test/web/support/browser-runner.ts',
          setupFiles: [...common.setupFiles, 'test/web/support/close-pages.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'apart',
          include: ['test/**/*.test.ts'],
          exclude: [...together, pages, '**/node_modules/**'],
        },
      },
    ],
  },
});
