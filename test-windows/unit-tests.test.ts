import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { User } from './machine/user.ts';
import { createWorkspace } from './machine/workspace.ts';
import { notUnderWine, type Exception } from './not-under-wine.ts';

/** On Windows itself, `npm test` runs them. */
const isWine = process.platform !== 'win32';
const folders = ['model', 'formats', 'clients', 'validate', 'store', 'discovery', 'manage', 'sets', 'runtime/values'];

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface Result {
  /** The file, and the names of the groups and of the test. */
  readonly test: string;
  readonly status: string;
  readonly why: string;
}

describe.skipIf(!isWine)('our unit tests pass there', () => {
  let [workspace, user] = ['', undefined as User | undefined];

  beforeAll(async () => {
    workspace = join(inject('prefix'), 'drive_c', 'workspace');
    await createWorkspace(workspace);
    user = new User();
  });

  afterAll(() => rmSync(workspace, { recursive: true, force: true }));

  it.each(folders)(
    'test/%s',
    async (folder) => {
      const report = `report-${folder.replace('/', '-')}.json`;
      const vitest = join(workspace, 'node_modules/vitest/vitest.mjs');
      const options = ['run', '--root', 'C:\\workspace', '--configLoader', 'native', '-t', notNamed(tooSlow(folder))];
      const files = notUnderWine.flatMap((one) => one.files ?? []);
      const run = await user?.node(
        [vitest, ...options, ...files.flatMap((file) => ['--exclude', file]), `test/${folder}/`],
        {
          env: { REPORT: `C:\\workspace\\${report}`, PLUGBOARD_PROPERTY_RUNS: '20' },
          timeout: 1_500_000,
        },
      );
      expect(run).toMatchObject({ late: false });
      const results = resultsIn(JSON.parse(readFileSync(join(workspace, report), 'utf8')) as Report);
      const failed = results.filter(({ status }) => status === 'failed');
      const expected = exceptionsIn(folder).flatMap(({ tests = [], skipped }) => (skipped ? [] : tests));
      const unexpected = failed.filter(({ test }) => !expected.includes(test));
      expect(unexpected.map(({ test, why }) => `${test}: ${why}`)).toEqual([]);
      // One that is listed and passes has to be taken off the list.
      expect(expected.filter((test) => failed.every((one) => one.test !== test))).toEqual([]);
      expect(results.filter(({ status }) => status === 'passed').length).toBeGreaterThan(80);
    },
    1_600_000,
  );
});

function exceptionsIn(folder: string): Exception[] {
  const isHere = (test: string): boolean => test.startsWith(`test/${folder}/`);
  return notUnderWine.map((one) => ({ ...one, tests: (one.tests ?? []).filter(isHere) }));
}

function tooSlow(folder: string): string[] {
  return exceptionsIn(folder).flatMap(({ tests = [], skipped }) => (skipped ? tests : []));
}

/** A pattern for the names of all tests but these. */
function notNamed(tests: readonly string[]): string {
  const names = tests.map((test) => test.slice(test.indexOf(': ') + 2).replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return names.length === 0 ? '' : `^(?!(?:${names.join('|')})$)`;
}

/** A file that cannot be loaded counts as one failed test. */
function resultsIn({ testResults }: Report): Result[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replaceAll('\\', '/').replace(/^.*\/test\//, 'test/');
    const tests = assertionResults.map((one) => ({
      test: `${file}: ${one.fullName}`,
      status: one.status,
      why: one.failureMessages?.join('\n') ?? '',
    }));
    return status === 'failed' && tests.every((one) => one.status !== 'failed')
      ? [...tests, { test: `${file}: ${message}`, status, why: message }]
      : tests;
  });
}
