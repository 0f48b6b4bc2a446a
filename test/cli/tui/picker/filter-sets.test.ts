import { expect, it } from 'vitest';
import { filterSets } from '../../../../src/cli/tui/picker/filter-sets.ts';
import { set } from '../support/sets.ts';

const sets = [
  set('Office', { note: 'Mail and calendar' }),
  set('dev', { servers: [{ name: 'GitHub', transport: 'stdio', runs: 'npx secret-runner' }] }),
  set('straße'),
  set('cafe\u0301'),
  set('ΟΔΟΣ-2'),
];

it.each([
  ['', [0, 1, 2, 3, 4]],
  ['  ', [0, 1, 2, 3, 4]],
  ['OFF', [0]],
  ['calendar', [0]],
  ['github', [1]],
  ['calendar office', [0]],
  ['calendar github', []],
  ['runner', []],
  ['STRASSE', [2]],
  ['café', [3]],
  ['οδος', [4]],
  ['ｄｅｖ', [1]],
])('%j shows %j', (filter, places) => expect(filterSets(sets, filter)).toEqual(places));
