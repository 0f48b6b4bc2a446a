import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fromRoot } from '../scripts/root.mjs';
import { windowsFolders } from '../scripts/setup/windows.mjs';
import { User } from './machine/user.ts';
import { notUnderWine } from './not-under-wine.ts';

/** On Windows itself, `npm test` runs them. */
const isWine = process.platform !== 'win32';
const folders = ['model', 'formats', 'clients', 'validate', 'store', 'discovery', 'manage', 'sets', 'runtime/values'];

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

describe.skipIf(!isWine)('our unit tests pass there', () => {
  let [workspace, user] = ['', undefined as User | undefined];

  beforeAll(() => {
    // A copy, because Node there resolves links of Linux and would load the packages of Linux.
    workspace = join(inject('prefix'), 'drive_c', 'workspace');
    const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
      cwd: fromRoot(),
      encoding: 'utf8',
    });
    for (const file of stdout.split('\n').filter(Boolean)) {
      mkdirSync(dirname(join(workspace, file)), { recursive: true });
      cpSync(fromRoot(file), join(workspace, file), { dereference: true, force: true });
    }
    symlinkSync(join(windowsFolders().runner, 'node_modules'), join(workspace, 'node_modules'));
    writeFileSync(join(workspace, 'vitest.config.ts'), config);
    user = new User();
  });

  afterAll(() => rmSync(workspace, { recursive: true, force: true }));

  it.each(folders)(
    'test/%s',
    async (folder) => {
      const report = join(workspace, `report-${folder.replace('/', '-')}.json`);
      const run = await user?.node(
        [join(workspace, 'node_modules/vitest/vitest.mjs'), 'run', '--root', 'C:\\workspace', `test/${folder}/`],
        {
          env: { REPORT: `C:\\workspace\\${report.slice(workspace.length + 1)}`, PLUGBOARD_PROPERTY_RUNS: '20' },
          timeout: 1_500_000,
        },
      );
      expect(run?.late).toBe(false);
      const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
      const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
        const tests = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName);
        const file = name.replaceAll('\\', '/').replace(/^.*\/test\//, 'test/');
        return status === 'failed' && tests.length === 0
          ? [`${file}: ${message}`]
          : tests.map((test) => `${file}: ${test}`);
      });
      expect(failed).toEqual([]);
      expect(numPassedTests).toBeGreaterThan(50);
    },
    1_600_000,
  );
});

const config = `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ${JSON.stringify(['**/node_modules/**', ...notUnderWine.flatMap(({ files }) => files)])},
    globalSetup: ['test/setup/temporary-folder.ts'],
    setupFiles: ['test/setup/isolate-home.ts'],
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['json'],
    outputFile: { json: process.env.REPORT },
  },
});
`;
