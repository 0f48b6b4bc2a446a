import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { fromRoot } from '../../scripts/root.mjs';
import { windowsFolders } from '../../scripts/setup/windows.mjs';

/**
 * Copies the repository to a directory in Wine, for Vitest to run there. A copy, because Node there resolves links of Linux
 * and would load the packages of Linux. The types are removed here: under Wine a compiler takes most of the time, and often
 * does not start at all.
 */
export async function createWorkspace(workspace: string): Promise<void> {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: fromRoot(), encoding: 'utf8' });
  if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.error?.message ?? listed.stderr}`);
  await Promise.all(
    listed.stdout
      .split('\n')
      .filter((file) => file !== '' && !file.startsWith('vitest'))
      .map((file) => copy(fromRoot(file), join(workspace, file))),
  );
  symlinkSync(join(windowsFolders().runner, 'node_modules'), join(workspace, 'node_modules'));
  writeFileSync(join(workspace, 'vitest.config.mjs'), config);
}

async function copy(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true });
  const loader = from.endsWith('.d.ts') ? undefined : /\.(tsx?)$/.exec(from)?.[1];
  if (loader === undefined) return copyFileSync(from, to);
  const { code } = await transform(readFileSync(from, 'utf8'), {
    loader: loader as 'ts' | 'tsx',
    target: 'node20',
    jsx: 'automatic',
  });
  writeFileSync(to, code);
}

const config = `export default {
  esbuild: false,
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup/temporary-folder.ts'],
    setupFiles: ['test/setup/isolate-home.ts', 'test-windows/machine/without-keep-alive.cjs'],
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['json'],
    outputFile: { json: process.env.REPORT },
  },
};
`;
