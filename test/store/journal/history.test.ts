import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { listHistory, readHistory } from '../../../src/store/journal/history.ts';
import { undo } from '../../../src/store/journal/undo.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { bits, box, failure, planOf, type Box } from '../support/box.ts';

async function change({ host, path }: Box, name: string, before: string | undefined, after: string | undefined) {
  const applied = await applyPlan(host, { ...planOf({ path: path(name), before, after }), title: `to ${after}` });
  return applied?.id ?? '';
}

describe('the history', () => {
  it('is empty at first, and asking makes nothing', async () => {
    const { host, names } = box();
    expect(await listHistory(host)).toEqual([]);
    expect(names()).toEqual([]);
    expect(await failure(readHistory(host, 'mwigpmji'))).toMatchObject({ code: 'history-missing' });
    expect(await failure(undo(host))).toMatchObject({ code: 'history-missing', data: {} });
  });

  it('has every change, the newest first, with the texts before', async () => {
    const it = box();
    it.write('project/a', 'one');
    const first = await change(it, 'project/a', 'one', 'two');
    const second = await change(it, 'project/b', undefined, 'made');
    const third = await change(it, 'project/a', 'two', undefined);
    expect([first, second, third].toSorted()).toEqual([first, second, third]);
    expect((await listHistory(it.host)).map(({ id, title, files }) => [id, title, files[0]?.change])).toEqual([
      [third, 'to undefined', 'deleted'],
      [second, 'to made', 'created'],
      [first, 'to two', 'changed'],
    ]);
    expect(await readHistory(it.host, first)).toMatchObject({ id: first, time: expect.any(Date), before: ['one'] });
    expect((await readHistory(it.host, second)).before).toEqual([undefined]);
  });

  it('goes on in order when the clock goes back', async () => {
    const it = box();
    const first = await change(it, 'project/a', undefined, 'one');
    const earlier = { ...it, host: { ...it.host, now: () => new Date(0) } };
    expect((await change(earlier, 'project/a', 'one', 'two')) > first).toBe(true);
  });

  it('keeps its other entries when one is damaged', async () => {
    const it = box();
    const first = await change(it, 'project/a', undefined, 'one');
    const second = await change(it, 'project/a', 'one', 'two');
    writeFileSync(it.path(`own/state/journal/${second}.json`), '{"version":1,"id":');
    writeFileSync(it.path('own/state/journal/zzzz.txt'), 'notes');
    expect((await listHistory(it.host)).map(({ id }) => id)).toEqual([first]);
    expect(await failure(undo(it.host, second))).toMatchObject({ code: 'history-missing' });
    await change(it, 'project/a', 'two', 'three');
    expect(await listHistory(it.host)).toHaveLength(2);
  });
});

describe('undo', () => {
  it('names what an entry of an older version undid by its title', async () => {
    const it = box();
    await change(it, 'project/a', undefined, 'one');
    const { id } = await undo(it.host);
    const file = `own/state/journal/${id}.json`;
    const { original, ...entry } = JSON.parse(it.read(file) ?? '') as Record<string, unknown>;
    expect(original).toEqual({ title: 'to one', isRedone: false });
    it.write(file, JSON.stringify(entry));
    await undo(it.host, id);
    expect((await listHistory(it.host))[0]).toMatchObject({ title: 'Redo: to one', undoes: id });
  });

  it('undoes one change after the other, and can be undone itself', async () => {
    const it = box();
    it.write('project/a', 'one', 0o640);
    await change(it, 'project/a', 'one', 'two');
    await change(it, 'project/a', 'two', undefined);
    const undone = await undo(it.host);
    expect([it.read('project/a'), it.mode('project/a')]).toEqual(['two', bits(0o640)]);
    await undo(it.host);
    expect(it.read('project/a')).toBe('one');
    expect(await failure(undo(it.host))).toMatchObject({ code: 'history-missing' });
    const [latest] = await listHistory(it.host);
    const redone = await undo(it.host, latest?.id);
    expect([it.read('project/a'), latest?.title]).toEqual(['two', 'Undo: to two']);
    await undo(it.host, undone.id);
    expect(it.read('project/a')).toBeUndefined();
    expect((await listHistory(it.host)).map(({ title }) => title).slice(0, 2)).toEqual([
      'Redo: to undefined',
      'Redo: to two',
    ]);
    expect((await readHistory(it.host, redone.id)).undoes).toBe(latest?.id);
  });

  it('takes away what was made, with its directories, unless something else is there now', async () => {
    const it = box();
    await change(it, 'home/.tool/sub/a', undefined, 'made');
    await undo(it.host);
    expect(readdirSync(it.path('home'))).toEqual([]);
    await change(it, 'home/.tool/sub/a', undefined, 'made');
    it.write('home/.tool/sub/b', 'theirs');
    await undo(it.host);
    expect(it.names('home')).toEqual(['.tool/sub/b']);
  });

  it('refuses after an edit by something else, and writes nothing', async () => {
    const it = box();
    const [a, b] = [it.write('project/a', 'old'), it.write('project/b', 'old')];
    await applyPlan(it.host, planOf(...[a, b].map((path) => ({ path, before: 'old', after: 'new' }))));
    it.write('project/b', 'edited');
    expect(await failure(undo(it.host))).toMatchObject({ code: 'conflict', data: { path: b } });
    expect([it.read('project/a'), it.read('project/b')]).toEqual(['new', 'edited']);
  });

  it('goes through links and brings back bytes', async () => {
    const it = box();
    it.write('home/real', '\uFEFFold\r\n', 0o644);
    symlinkSync('real', it.path('home/link'));
    await change(it, 'home/link', '\uFEFFold\r\n', 'new');
    await undo(it.host);
    expect([it.read('home/real'), it.mode('home/real')]).toEqual(['\uFEFFold\r\n', bits(0o644)]);
  });

  it('refuses when the backup is not what it was', async () => {
    const it = box();
    it.write('project/a', 'old');
    const id = await change(it, 'project/a', 'old', 'new');
    writeFileSync(it.path(`own/state/backups/${id}.0`), 'odd');
    expect(await failure(undo(it.host))).toMatchObject({ code: 'write-failed' });
    expect(it.read('project/a')).toBe('new');
  });
});

describe('old entries', () => {
  const backups = ({ path }: Box): number => readdirSync(path('own/state/backups')).length;

  it('go when there are more than 50, with their backups', async () => {
    const it = box();
    it.write('project/a', '0');
    for (let index = 0; index < 53; index += 1) await change(it, 'project/a', `${index}`, `${index + 1}`);
    const kept = await listHistory(it.host);
    expect([kept.length, kept.at(-1)?.title, backups(it)]).toEqual([50, 'to 4', 50]);
  });

  it('go after 30 days, but never the newest', async () => {
    const it = box();
    it.write('project/a', '0');
    const at = (days: number): Box => {
      const now = (): Date => new Date(Date.UTC(2030, 0, 1 + days));
      return { ...it, host: { ...it.host, now } satisfies Host };
    };
    await change(at(0), 'project/a', '0', '1');
    await change(at(29), 'project/a', '1', '2');
    await change(at(31), 'project/a', '2', '3');
    expect((await listHistory(it.host)).map(({ title }) => title)).toEqual(['to 3', 'to 2']);
    await applyPlan(at(99).host, planOf({ path: it.path('project/a'), before: '3', after: '4' }), {
      retention: { entries: 0 },
    });
    expect([(await listHistory(it.host)).length, backups(it)]).toEqual([1, 1]);
  });
});
