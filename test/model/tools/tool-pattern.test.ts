import { expect, it } from 'vitest';
import { commonPatterns } from '../../../src/model/tools/tool-pattern.ts';

it.each([
  [['get_*'], ['get_one', 'put'], ['get_one']],
  [['*'], ['a', 'b_*'], ['a', 'b_*']],
  [['a'], ['b'], []],
  // The tools that match both cannot be written as one pattern, so none is offered.
  [['get_*'], ['*_one'], []],
])('the tools that both %j and %j allow', (some, others, common) => {
  expect(commonPatterns(some, others)).toEqual(common);
  expect(commonPatterns(others, some).toSorted()).toEqual(common.toSorted());
});
