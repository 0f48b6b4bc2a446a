import { type RunnerTask, type RunnerTestFile, TestRunner } from 'vitest';
import { findBrowser } from '../../../scripts/setup/browser.mjs';

/** Skips tests that need a browser if there is none. Each is named as skipped in the report. */
export default class BrowserRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    if (findBrowser() === undefined) for (const file of files) skip(file);
  }
}

function skip(task: RunnerTask): void {
  task.mode = 'skip';
  if ('tasks' in task) for (const inner of task.tasks) skip(inner);
}
