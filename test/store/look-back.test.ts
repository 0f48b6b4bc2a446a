import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listBackups } from '../../src/store/journal/backups.ts';
import { listHistory, readHistory } from '../../src/store/journal/history.ts';
import { planUndo, undo } from '../../src/store/journal/undo.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { box, failure, planOf, type Box } from './support/box.ts';

async function change({ host, path }: Box, name: string, before: string | undefined, after: string | undefined) {
  const applied = await applyPlan(host, { ...planOf({ path: path(name), before, after }), title: `to ${after}` });
  return applied?.id ?? '';
}

describe('undone changes', () => {
  it('is marked with what did so, as long as that stands', async () => {
    const it = box();
    const first = await change(it, 'project/a', undefined, 'one');
    const { id: undone } = await undo(it.host);
    const marks = async () => (await listHistory(it.host)).map(({ id, undoneBy }) => [id, undoneBy]);
    expect(await marks()).toEqual([
      [undone, undefined],
      [first, undone],
    ]);
    const { id: redone } = await undo(it.host, undone);
    expect(await marks()).toEqual([
      [redone, undefined],
      [undone, redone],
      [first, undefined],
    ]);
    expect((await readHistory(it.host, undone)).undoneBy).toBe(redone);
    expect((await planUndo(it.host)).undoes).toBe(first);
  });
});

describe('the text after a change', () => {
  it('is the one that is there, or the one a later change has kept, or not known', async () => {
    const it = box();
    it.write('project/a', 'one');
    const first = await change(it, 'project/a', 'one', 'two');
    const after = async () => (await readHistory(it.host, first)).after;
    expect(await after()).toEqual(['two']);
    const second = await change(it, 'project/a', 'two', 'three');
    expect(await after()).toEqual(['two']);
    writeFileSync(it.path(`own/state/backups/${second}.0`), 'odd');
    expect(await after()).toEqual([undefined]);
    const last = await change(it, 'project/a', 'three', undefined);
    expect((await readHistory(it.host, last)).after).toEqual([undefined]);
  });
});

describe('a plan of undoing', () => {
  it('is what undoing does', async () => {
    const it = box();
    it.write('project/a', 'one');
    const id = await change(it, 'project/a', 'one', 'two');
    const plan = await planUndo(it.host);
    expect(plan).toMatchObject({
      title: 'Undo: to two',
      undoes: id,
      changes: [{ path: it.path('project/a'), before: 'two', after: 'one' }],
    });
    expect(it.read('project/a')).toBe('two');
    await undo(it.host, plan.undoes);
    expect(it.read('project/a')).toBe('one');
  });

  it('is refused where undoing would be', async () => {
    const it = box();
    expect(await failure(planUndo(it.host))).toMatchObject({ code: 'history-missing' });
    await change(it, 'project/a', undefined, 'one');
    it.write('project/a', 'edited');
    expect(await failure(planUndo(it.host))).toMatchObject({ code: 'conflict', data: { path: it.path('project/a') } });
  });
});

describe('backups', () => {
  it('are the texts that were replaced, the newest first, without damaged ones', async () => {
    const it = box();
    it.write('project/a', 'one');
    const first = await change(it, 'project/a', 'one', 'twelve');
    const second = await change(it, 'project/a', 'twelve', undefined);
    await change(it, 'project/b', undefined, 'new');
    const path = it.path('project/a');
    expect(await listBackups(it.host)).toEqual([
      { id: second, time: expect.any(Date) as Date, title: 'to undefined', path, size: 6 },
      { id: first, time: expect.any(Date) as Date, title: 'to twelve', path, size: 3 },
    ]);
    writeFileSync(it.path(`own/state/backups/${first}.0`), 'odd');
    expect((await listBackups(it.host)).map(({ id }) => id)).toEqual([second]);
  });
});
