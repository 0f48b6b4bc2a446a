import { defineConfig } from 'vitest/config';
import { cacheFolder } from './test-clients/cache.ts';
import type { Versions } from './test-clients/clients.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the programs are installed, found before the tests get a home of their own. */
    cache: string;
    /** The ids of the clients to ask; none means all. */
    wanted: string[];
    /** Versions to ask instead of those in the definitions. */
    versions: Versions;
  }
}

export default defineConfig({
  test: {
    include: ['test-clients/**/*.test.ts'],
    globalSetup: ['test/setup/temporary-folder.ts'],
    setupFiles: ['test/setup/isolate-home.ts'],
    provide: {
      cache: cacheFolder(),
      wanted: process.env['PLUGBOARD_TEST_CLIENTS']?.split(',').filter(Boolean) ?? [],
      versions: JSON.parse(process.env['PLUGBOARD_TEST_CLIENT_VERSIONS'] || '{}') as Versions,
    },
    pool: 'forks',
    // Not every file has a test for each client: few are launched, fewer are connected to the gateway.
    passWithNoTests: true,
    // Real programs, each with a runtime of its own: more at once would only make them miss their own time limits.
    maxConcurrency: 2,
    testTimeout: 180_000,
  },
});
