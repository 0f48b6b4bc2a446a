import { type RunnerTask, type RunnerTaskResultPack, type RunnerTestFile, TestRunner } from 'vitest';
import { findBrowser } from '../../../scripts/setup/browser.mjs';

/** Skips tests that need a browser if there is none, and reports each as skipped. */
export default class BrowserRunner extends TestRunner {
  /** Vitest sets it; it sends results to the process that reports them. */
  declare onTaskUpdate: (packs: readonly RunnerTaskResultPack[], events: readonly []) => Promise<void>;

  /** That process already has the files as they were collected, so marking them here is not enough. */
  async onCollected(files: RunnerTestFile[]): Promise<void> {
    if (findBrowser() === undefined) await this.onTaskUpdate(files.flatMap(skip), []);
  }
}

function skip(task: RunnerTask): RunnerTaskResultPack[] {
  task.mode = 'skip';
  const inner = 'tasks' in task ? task.tasks.flatMap(skip) : [];
  return [[task.id, { state: 'skip' }, task.meta], ...inner];
}
