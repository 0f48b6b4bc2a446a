import { describe, expect, it } from 'vitest';
import type { ServerPlace, ServerRow, StatusName } from '../../../src/api/contract/servers.ts';
import { actedOn, allState, toggled, withAllToggled, withRange } from '../../../web/src/pages/servers/selection.ts';
import {
  facetChoices,
  filterRows,
  indexRows,
  isFiltering,
  noFilter,
} from '../../../web/src/pages/servers/server-filter.ts';
import { nextOrder, sortRows } from '../../../web/src/pages/servers/server-sort.ts';

function row(name: string, status: StatusName, more: Partial<ServerRow> = {}): ServerRow {
  return {
    name,
    transport: 'stdio',
    runs: 'local',
    summary: `npx ${name}`,
    status: { name: status },
    places: [0],
    differs: false,
    ...more,
  };
}

const file = { path: '/home/ann/file', short: '~/file' };
const places: readonly ServerPlace[] = [
  { client: 'zed', clientName: 'Zed', scope: 'user', file },
  { client: 'cursor', clientName: 'Cursor', scope: 'user', file },
  { client: 'zed', clientName: 'Zed', scope: 'project', file },
];
const rows = indexRows(
  [
    row('beta2', 'connected', { tools: { on: 3, total: 4 }, tokens: 900, places: [1] }),
    row('beta10', 'failed', { transport: 'http', tokens: 20, places: [0, 2] }),
    row('alpha', 'off'),
  ],
  places,
);
const names = (found: typeof rows): string[] => found.map(({ row: { name } }) => name);

describe('filtering', () => {
  it('wants all words and all facets', () => {
    expect(names(filterRows(rows, { ...noFilter, text: 'BETA npx' }))).toEqual(['beta2', 'beta10']);
    expect(names(filterRows(rows, { ...noFilter, text: 'beta cursor' }))).toEqual(['beta2']);
    const chosen = { ...noFilter.chosen, status: ['failed', 'off'], scope: ['project'] };
    expect(names(filterRows(rows, { text: '', chosen }))).toEqual(['beta10']);
  });

  it('counts the servers and keeps the selection', () => {
    const labels = new Map([['cursor', 'Cursor']]);
    expect(facetChoices(rows, 'client', ['codex'], labels)).toEqual([
      { value: 'codex', label: 'codex', count: 0 },
      { value: 'cursor', label: 'Cursor', count: 1 },
      { value: 'zed', label: 'zed', count: 2 },
    ]);
    expect(isFiltering(noFilter)).toBe(false);
    expect(isFiltering({ ...noFilter, text: 'x' })).toBe(true);
  });
});

describe('sorting', () => {
  it('reads numbers in names', () => {
    expect(names(sortRows(rows, { key: 'name', descending: false }))).toEqual(['alpha', 'beta2', 'beta10']);
  });

  it('sorts servers that need attention first and unknown ones last', () => {
    expect(names(sortRows(rows, { key: 'status', descending: false }))).toEqual(['beta10', 'beta2', 'alpha']);
    expect(names(sortRows(rows, { key: 'tokens', descending: true }))).toEqual(['beta2', 'beta10', 'alpha']);
    expect(names(sortRows(rows, { key: 'tokens', descending: false }))).toEqual(['beta10', 'beta2', 'alpha']);
  });

  it('turns round on the second click', () => {
    const first = nextOrder({ key: 'name', descending: false }, 'tokens');
    expect(first).toEqual({ key: 'tokens', descending: true });
    expect(nextOrder(first, 'tokens').descending).toBe(false);
  });
});

describe('choosing several', () => {
  it('acts only on visible rows', () => {
    const chosen = toggled(toggled(new Set(), 'a'), 'b');
    expect(actedOn(chosen, ['b', 'c'])).toEqual(['b']);
    expect(allState(chosen, ['b', 'c'])).toBe('some');
    expect(allState(chosen, [])).toBe('none');
  });

  it('takes all in view, or leaves them, and nothing else', () => {
    const all = withAllToggled(new Set(['hidden']), ['a', 'b']);
    expect([...all]).toEqual(['hidden', 'a', 'b']);
    expect([...withAllToggled(all, ['a', 'b'])]).toEqual(['hidden']);
  });

  it('takes a range', () => {
    expect([...withRange(new Set(), ['a', 'b', 'c', 'd'], 'c', 'a')].toSorted()).toEqual(['a', 'b', 'c']);
  });
});
