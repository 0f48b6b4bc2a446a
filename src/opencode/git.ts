import { execFile } from 'node:child_process';
import { ToolFailure } from './failure.ts';

/** Runs git and returns its output. */
export function git(cwd: string, ...args: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    execFile('git', args, { cwd, windowsHide: true, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (!error) done(stdout.trim());
      else
        fail(
          new ToolFailure(
            'MERGE_FAILED',
            `git ${args[0]} failed in ${cwd}: ${(stdout + stderr).trim().slice(0, 1000)}`,
            ['The worktree and its branch are kept. Merge them manually.'],
          ),
        );
    });
  });
}
