import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They start many programs, and at the end of a run they would leave the other cores idle. */
const slow = /\/test\/(?:opencode|package|secrets|fuzz)\/|\/test-windows\/unit-tests\./;

/** Files that are known to take long begin, also in a checkout that has no times of an earlier run. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sort of Vitest, which is not that of an array.
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
