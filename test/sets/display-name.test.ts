import { expect, it } from 'vitest';
import { formatConfigDisplayName } from '../../src/sets/display-name.ts';

it.each([
  ['test-server.json', ['test-server'], 'test-server'],
  ['config.json', ['different-server'], 'config → different-server'],
  [
    'multiple.json',
    ['alpha-server', 'beta-server', 'gamma-server'],
    'multiple → alpha-server, beta-server, gamma-server',
  ],
  ['empty.json', [], 'empty'],
  ['SHOUT.JSON', ['SHOUT'], 'SHOUT'],
  ['a.json.json', ['a'], 'a.json → a'],
  ['a.jsonx.json', [], 'a.jsonx'],
  ['a, b.json', ['a', 'b'], 'a, b → a, b'],
])('%s with %j is shown as %s', (filename, names, expected) => {
  expect(formatConfigDisplayName(filename, names)).toBe(expected);
});
