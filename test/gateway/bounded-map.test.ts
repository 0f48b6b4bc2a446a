import { expect, test } from 'vitest';
import { BoundedMap } from '../../src/gateway/bounded-map.ts';

test('what came first goes first', () => {
  const map = new BoundedMap<string | undefined, number>(2);
  map.set(undefined, 1).set('b', 2).set('b', 3);
  expect([...map]).toEqual([
    [undefined, 1],
    ['b', 3],
  ]);
  map.set('c', 4);
  expect([...map.keys()]).toEqual(['b', 'c']);
});
