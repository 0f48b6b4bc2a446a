import { expect, it } from 'vitest';
import { keyOfStep } from '../../../src/model/schema/resolve-schema.ts';

it.each([
  ['a~1b', 'a/b'],
  ['a~01', 'a~1'],
  // The percent encoding is the outer one.
  ['a%7E1b', 'a/b'],
  ['100%', '100%'],
])('reads the step %s of a reference as %s', (step, key) => expect(keyOfStep(step)).toBe(key));
