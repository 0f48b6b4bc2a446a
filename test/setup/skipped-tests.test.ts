import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { packageBin } from '../../scripts/package-bin.mjs';

const reporter = fileURLToPath(new URL('skipped-tests.ts', import.meta.url));
const browserRunner = fileURLToPath(new URL('../web/support/browser-runner.ts', import.meta.url));
const tests = `
it('runs', () => {});
it.skipIf(true)('does not run', () => {});
describe('partly', () => {
  it('runs', () => {});
  it('waits', ({ skip }) => skip('fish is not installed'));
  describe.skipIf(true)('deeper', () => { it('one', () => {}); it('two', () => {}); });
});
describe.skipIf(true)('not at all (redis-server)', () => { it('one', () => {}); });
`;

/** What a run of these tests prints, on a machine without a browser. */
function run(args: readonly string[] = [], runner?: string): string {
  const folder = mkdtempSync(join(homedir(), 'skipped-'));
  writeFileSync(join(folder, 'some.test.js'), tests);
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { SkippedTests } from ${JSON.stringify(reporter)};
export default { test: { globals: true, reporters: [new SkippedTests()], runner: ${JSON.stringify(runner)} } };`,
  );
  const { status, stdout } = spawnSync(process.execPath, [packageBin('vitest'), 'run', '--root', folder, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PLUGBOARD_CHROMIUM: join(folder, 'no-browser') },
  });
  expect(status).toBe(0);
  return stdout;
}

it('names every test that was skipped', () => {
  expect(run().trim().split('\n')).toEqual([
    'Skipped:',
    '  some.test.js > does not run',
    '  some.test.js > not at all (redis-server) > one',
    '  some.test.js > partly > deeper (2 tests)',
    '  some.test.js > partly > waits: fish is not installed',
  ]);
});

it('says nothing of tests that a name left out', () => {
  expect(run(['-t', 'partly waits'])).not.toContain('Skipped');
});

it('names tests of the page if there is no browser', () => {
  expect(run([], browserRunner).trim().split('\n')).toEqual([
    'Skipped:',
    '  some.test.js > does not run',
    '  some.test.js > not at all (redis-server) > one',
    '  some.test.js > partly (4 tests)',
    '  some.test.js > runs',
  ]);
});
