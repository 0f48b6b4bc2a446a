import type { Reporter, TestCase, TestCollection, TestModule, TestResultSkipped, Vitest } from 'vitest/node';

/**
 * Names what a run has skipped, after its summary: a count alone hides a test that is skipped by mistake. A suite of
 * several tests, all of them skipped, is one line.
 */
export class SkippedTests implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // With -t, all others are skipped as well.
    if (this.#vitest?.config.testNamePattern) return;
    const lines = modules.flatMap(({ relativeModuleId, children }) =>
      skippedIn(children).map((name) => `  ${relativeModuleId} > ${name}`),
    );
    if (lines.length > 0) this.#vitest?.logger.log(['Skipped:', ...lines.toSorted(), ''].join('\n'));
  }
}

function skippedIn(children: TestCollection): string[] {
  return [...children].flatMap((child) => {
    if (child.type === 'test') return isSkipped(child) ? [`${child.name}${reasons([child])}`] : [];
    const all = [...child.children.allTests()];
    if (all.length > 1 && all.every(isSkipped)) return [`${child.name} (${all.length} tests)${reasons(all)}`];
    return skippedIn(child.children).map((name) => `${child.name} > ${name}`);
  });
}

function isSkipped(test: TestCase): boolean {
  return test.result().state === 'skipped';
}

/** What tests passed to `skip`. */
function reasons(tests: readonly TestCase[]): string {
  const notes = new Set(tests.map((test) => (test.result() as TestResultSkipped).note).filter(Boolean));
  return notes.size > 0 ? `: ${[...notes].join(', ')}` : '';
}
