import { expect, it } from 'vitest';
import { type Decide, type Merge, mergeEntry, type Sides } from '../../../src/manage/sync/merge.ts';
import type { Server } from '../../../src/model/server.ts';

const local: Server = { command: 'npx', args: ['-y', 'x'], env: { A: '1', B: '2' }, timeout: 10 };

function merge(sides: Partial<Sides>, decide?: Decide): Merge {
  return mergeEntry({ base: undefined, mine: undefined, theirs: undefined, ...sides }, decide);
}

function changed({ changes }: Merge): string[] {
  return changes.map(({ path, by }) => `${path.join('.')} ${by}`);
}

it('says same when nothing changed, and when equal meaning is spelled otherwise', () => {
  expect(merge({ base: local, mine: local, theirs: local }).outcome).toBe('same');
  const spelled: Server = { ...local, transport: 'stdio', disabled: false, headers: {}, platforms: [] };
  expect(merge({ base: local, mine: local, theirs: spelled })).toMatchObject({ outcome: 'same', changes: [] });
  expect(merge({ base: local, mine: spelled, theirs: local })).toMatchObject({ outcome: 'same', changes: [] });
});

it('writes a new server, and adopts one that is equal', () => {
  expect(merge({ mine: local })).toMatchObject({ outcome: 'write', merged: local, base: local });
  const adopted = merge({ mine: local, theirs: { ...local, title: 'x', extras: { cursor: { a: 1 } } } });
  expect(adopted).toMatchObject({ outcome: 'adopt', base: local });
  expect(adopted.merged).toBeUndefined();
});

it('does not take over an entry that differs and was never written', () => {
  const result = merge({ mine: local, theirs: { ...local, timeout: 60 } });
  expect(result.outcome).toBe('conflict');
  expect(changed(result)).toContain('timeout both');
});

it('takes what changed on one side, and both when the fields differ', () => {
  const mine = { ...local, timeout: 20, env: { A: '1', B: '3' } };
  const theirs = { ...local, args: ['-y', 'y'], env: { A: '9', B: '2' } };
  const result = merge({ base: local, mine, theirs });
  expect(result.outcome).toBe('write');
  expect(result.merged).toMatchObject({ args: ['-y', 'y'], timeout: 20, env: { A: '9', B: '3' } });
  expect(changed(result).toSorted()).toEqual(['args theirs', 'env.A theirs', 'env.B mine', 'timeout mine']);
  // The hand edit is still one the next time.
  expect(result.base).toMatchObject({ args: ['-y', 'x'], timeout: 20, env: { A: '1', B: '3' } });
  const again = merge({ base: result.base, mine, theirs: result.merged });
  expect(again.outcome).toBe('keep');
  expect(changed(again).toSorted()).toEqual(['args theirs', 'env.A theirs']);
});

it('reports the same field changed on both sides with all three values', () => {
  const result = merge({ base: local, mine: { ...local, timeout: 20 }, theirs: { ...local, timeout: 60 } });
  expect(result.outcome).toBe('conflict');
  expect(result.changes).toEqual([{ path: ['timeout'], base: 10, mine: 20, theirs: 60, by: 'both' }]);
  expect(result.merged).toBeUndefined();
});

it.each([
  ['mine', { outcome: 'write', merged: { ...local, timeout: 20 }, base: { ...local, timeout: 20 } }],
  ['theirs', { outcome: 'pull', base: { ...local, timeout: 60 } }],
  ['keep', { outcome: 'pull', base: { ...local, timeout: 60 } }],
  ['skip', { outcome: 'keep', base: local }],
] as const)('settles a conflict by the decision %s', (decision, expected) => {
  const result = merge(
    { base: local, mine: { ...local, timeout: 20 }, theirs: { ...local, timeout: 60 } },
    () => decision,
  );
  expect(result).toMatchObject(expected);
  expect(result.pulled.map(({ as }) => as)).toEqual(decision === 'theirs' || decision === 'keep' ? [decision] : []);
});

it('never counts what the client alone has', () => {
  const theirs = { ...local, unknownKey: 1, description: 'mine', extras: { cursor: { x: 1 } } };
  expect(merge({ base: local, mine: local, theirs })).toMatchObject({ outcome: 'same', base: local });
  const written = merge({ base: local, mine: { ...local, timeout: 5 }, theirs });
  expect(written.merged).toEqual({ ...theirs, timeout: 5 });
  expect(written.base).toEqual({ ...local, timeout: 5 });
});

it('removes a field that the catalog no longer has, and keeps one that the client removed', () => {
  const { timeout: _, ...without } = local;
  expect(merge({ base: local, mine: without, theirs: local }).merged).toEqual(without);
  const kept = merge({ base: local, mine: local, theirs: without });
  expect(kept).toMatchObject({ outcome: 'keep', base: local });
  expect(kept.merged).toBeUndefined();
});

it('prunes only what it wrote and nobody touched', () => {
  expect(merge({ base: local, theirs: local }).outcome).toBe('prune');
  expect(merge({ base: local, theirs: { ...local, timeout: 60 } })).toMatchObject({ outcome: 'keep', base: local });
  expect(merge({ theirs: local })).toMatchObject({ outcome: 'keep', base: undefined });
  expect(merge({ base: local })).toMatchObject({ outcome: 'same', base: undefined });
  expect(merge({ base: local, theirs: { ...local, extras: { zed: { a: 1 } } } }).outcome).toBe('prune');
});

it('keeps an entry removed that a person removed, and asks if the catalog changed it', () => {
  expect(merge({ base: local, mine: local })).toMatchObject({ outcome: 'keep', base: local });
  const changedToo = { base: local, mine: { ...local, timeout: 1 } };
  expect(merge(changedToo).outcome).toBe('conflict');
  expect(merge(changedToo, () => 'mine')).toMatchObject({ outcome: 'write', merged: changedToo.mine });
  expect(merge(changedToo, () => 'theirs').pulled).toMatchObject([{ as: 'keep', change: { path: [] } }]);
});

it('does not mix a local and a remote server', () => {
  const remote: Server = { url: 'https://x.example', timeout: 10 };
  const result = merge({ base: local, mine: remote, theirs: { ...local, args: ['z'] } });
  expect(result.outcome).toBe('conflict');
  expect(merge({ base: local, mine: remote, theirs: { ...local, timeout: 3 } }).merged).toEqual({
    url: 'https://x.example',
    transport: 'http',
    timeout: 3,
  });
});

it('treats both sides making the same change as agreed', () => {
  const both = { ...local, timeout: 99 };
  const result = merge({ base: local, mine: both, theirs: both });
  expect(result).toMatchObject({ outcome: 'adopt', base: both });
  expect(result.merged).toBeUndefined();
});

it('takes keys like __proto__ for what they are', () => {
  const env = JSON.parse('{"__proto__":"1","constructor":"2"}') as Record<string, string>;
  const result = merge({ base: local, mine: { ...local, env }, theirs: local });
  expect(Object.keys(result.merged?.env ?? {}).toSorted()).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>)['A']).toBeUndefined();
});
