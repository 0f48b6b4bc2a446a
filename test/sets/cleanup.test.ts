import { lstatSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyCleanup, planCleanup } from '../../src/sets/cleanup.ts';
import { readSelection, saveSelection } from '../../src/sets/selection.ts';
import { failure } from '../store/support/box.ts';
import { systemError, watched } from '../store/support/faults.ts';
import { servers, type SetsBox, setsBox } from './support/sets-box.ts';

const kept = 'own/cache/selections';
const nothing = { links: [], selections: [], leftovers: [] };
const done = { links: [], selections: [], trimmed: [], leftovers: [], failed: [] };

/** Remembers a selection for a new project, and gives the path of its file. */
async function choose(inBox: SetsBox, project: string, sets: string[], directory = inBox.directory): Promise<string> {
  mkdirSync(inBox.path(project), { recursive: true });
  mkdirSync(inBox.path(kept), { recursive: true });
  const before = readdirSync(inBox.path(kept));
  await saveSelection(inBox.host, { project: inBox.path(project), directory }, sets);
  return inBox.path(`${kept}/${readdirSync(inBox.path(kept)).find((name) => !before.includes(name))}`);
}

describe('cleaning up', () => {
  it('finds nothing where everything is in order', async () => {
    const inBox = setsBox();
    const { directory, host, link, put } = inBox;
    expect(await planCleanup(host, directory)).toEqual({ directory, ...nothing });
    put('a.json', servers('a'));
    put('broken.json', '{');
    link('b.json', 'a.json');
    await choose(inBox, 'project', ['a', 'b', 'broken']);
    await choose(inBox, 'other', []);
    expect(await planCleanup(host, directory)).toEqual({ directory, ...nothing });
    expect(await applyCleanup(host, { directory, ...nothing })).toEqual(done);
  });

  it('forgets projects and directories that are gone, and what cannot be read', async () => {
    const inBox = setsBox();
    const { directory, host, path, put } = inBox;
    put('a.json', servers('a'));
    const elsewhere = path('elsewhere');
    mkdirSync(elsewhere);
    const [noProject, noDirectory, damaged] = [
      await choose(inBox, 'gone', ['a']),
      await choose(inBox, 'project', ['x'], elsewhere),
      await choose(inBox, 'damaged', ['a']),
    ];
    const good = await choose(inBox, 'good', ['a']);
    rmSync(path('gone'), { recursive: true });
    rmSync(elsewhere, { recursive: true });
    inBox.write(damaged.slice(path('').length), 'damaged');
    const cleanup = await planCleanup(host, directory);
    expect(cleanup).toEqual({
      ...nothing,
      directory,
      selections: expect.arrayContaining([
        { path: noProject, why: 'project-gone', project: path('gone'), directory, gone: ['a'] },
        { path: noDirectory, why: 'directory-gone', project: path('project'), directory: elsewhere, gone: ['x'] },
        { path: damaged, why: 'unreadable', gone: [] },
      ]) as unknown,
    });
    expect(cleanup.selections).toHaveLength(3);
    const result = await applyCleanup(host, cleanup);
    expect(result).toEqual({
      ...done,
      selections: expect.arrayContaining([noProject, noDirectory, damaged]) as unknown,
    });
    expect(inBox.names(kept).map((name) => path(`${kept}/${name}`))).toEqual([good]);
    expect(await planCleanup(host, directory)).toEqual({ directory, ...nothing });
  });

  it('takes names out of a selection whose sets are gone, and the selection when none is left', async () => {
    const inBox = setsBox();
    const { directory, host, path, put } = inBox;
    put('a.json', servers('a'));
    const some = await choose(inBox, 'some', ['x', 'a', 'y']);
    const all = await choose(inBox, 'all', ['x']);
    const { time } = JSON.parse(inBox.read(some.slice(path('').length)) ?? '') as { time: string };
    const cleanup = await planCleanup(host, directory);
    const about = { why: 'sets-gone', directory };
    const left = { schema: 1, project: path('some'), configDirectory: directory, sets: ['a'], time };
    expect(cleanup.selections).toEqual(
      expect.arrayContaining([
        { ...about, path: some, project: path('some'), gone: ['x', 'y'], left },
        { ...about, path: all, project: path('all'), gone: ['x'] },
      ]),
    );
    const later = { ...host, now: () => new Date(0) };
    expect(await applyCleanup(later, cleanup)).toEqual({ ...done, trimmed: [some], selections: [all] });
    expect(JSON.parse(inBox.read(some.slice(path('').length)) ?? '')).toEqual(left);
    expect(await readSelection(host, { project: path('some'), directory })).toEqual(['a']);
  });

  it('removes links that lead nowhere and no other file', async () => {
    const inBox = setsBox();
    const { directory, host, link, put, write } = inBox;
    const target = write('project/shared.json', '{}');
    const lost = link('lost.json', '../nowhere.json');
    const circle = link('circle.json', 'circle.json');
    const below = link('below.json', `${target}/below.json`);
    link('linked.json', target);
    link('other.txt', '../nowhere.json');
    put('bad.json', '{');
    put('empty.json', '');
    mkdirSync(`${directory}/folder.json`);
    const about = await choose(inBox, 'project', ['lost', 'linked', 'bad']);
    const cleanup = await planCleanup(host, directory);
    expect(cleanup.links).toEqual([
      { path: below, target: `${target}/below.json` },
      { path: circle, target: 'circle.json' },
      { path: lost, target: '../nowhere.json' },
    ]);
    expect(cleanup.selections).toMatchObject([{ path: about, gone: ['lost'] }]);
    const result = await applyCleanup(host, cleanup);
    expect(result).toEqual({ ...done, links: [below, circle, lost], trimmed: [about] });
    const names = ['bad.json', 'empty.json', 'folder.json', 'linked.json', 'other.txt'];
    expect(readdirSync(directory).toSorted()).toEqual(names);
  });

  it('removes leftovers of interrupted writes, but not files being written', async () => {
    const inBox = setsBox();
    const { directory, host, path, write } = inBox;
    const file = await choose(inBox, 'project', []);
    const name = file.slice(path('').length);
    const old = write(`${name}.1-a-b.tmp`, 'half');
    utimesSync(old, new Date(0), new Date(0));
    const fresh = write(`${name}.2-a-b.tmp`, 'half');
    const cleanup = await planCleanup(host, directory);
    expect(cleanup).toEqual({ ...nothing, directory, leftovers: [old] });
    expect(await applyCleanup(host, cleanup)).toEqual({ ...done, leftovers: [old] });
    expect(inBox.names(kept).map((one) => path(`${kept}/${one}`))).toEqual([file, fresh]);
  });

  it('leaves what has become good since it was planned', async () => {
    const inBox = setsBox();
    const { directory, host, link, path, put } = inBox;
    const lost = link('lost.json', 'target.json');
    const replaced = link('replaced.json', 'nowhere.json');
    const gone = await choose(inBox, 'gone', ['a']);
    rmSync(path('gone'), { recursive: true });
    const cleanup = await planCleanup(host, directory);
    expect(cleanup.links).toHaveLength(2);
    expect(cleanup.selections).toHaveLength(1);
    put('target.json', servers('a'));
    put('a.json', servers('a'));
    rmSync(replaced);
    put('replaced.json', servers('b'));
    mkdirSync(path('gone'));
    expect(await applyCleanup(host, cleanup)).toEqual(done);
    expect(lstatSync(lost).isSymbolicLink()).toBe(true);
    expect(inBox.read(gone.slice(path('').length))).toBeDefined();
  });

  it.each(['realPath', 'readDirectory'])('does not take for gone what it may not look at: %s', async (step) => {
    const inBox = setsBox();
    const { directory, host, path } = inBox;
    await choose(inBox, 'project', step === 'readDirectory' ? ['gone'] : []);
    const faulty = watched(host, ({ name, path: at }) => {
      if (name === step && [directory, path('project')].includes(at)) throw systemError('EACCES');
    });
    expect((await planCleanup(faulty, path('home'))).selections).toEqual([]);
  });

  it('goes on behind a failure, and says which', async () => {
    const inBox = setsBox();
    const { directory, host, link, path } = inBox;
    const first = link('first.json', 'nowhere');
    const second = link('second.json', 'nowhere');
    const gone = await choose(inBox, 'gone', ['a']);
    rmSync(path('gone'), { recursive: true });
    const cleanup = await planCleanup(host, directory);
    const faulty = watched(host, ({ name, path: at }) => {
      if (name === 'unlink' && at === first) throw systemError('EACCES');
    });
    expect(await applyCleanup(faulty, cleanup)).toEqual({
      ...done,
      links: [second],
      selections: [gone],
      failed: [{ path: first, reason: 'permission denied' }],
    });
    expect(await applyCleanup(host, cleanup)).toEqual({ ...done, links: [first] });
  });

  it('leaves links alone that it may not look at, and says when it cannot look at the selections', async () => {
    const { directory, host, link, path } = setsBox();
    const hidden = link('hidden.json', 'nowhere');
    const seen = link('seen.json', 'nowhere');
    const faulty = watched(host, ({ name, path: at }) => {
      if (name === 'status' && at === hidden) throw systemError('EACCES');
    });
    expect((await planCleanup(faulty, directory)).links).toEqual([{ path: seen, target: 'nowhere' }]);
    const closed = watched(host, ({ name, path: at }) => {
      if (name === 'readDirectory' && at === path(kept)) throw systemError('EACCES');
    });
    expect(await failure(planCleanup(closed, directory))).toMatchObject({
      code: 'write-failed',
      data: { path: path(kept), reason: 'permission denied' },
    });
  });

  it('needs no directory of sets', async () => {
    const { host, path, write } = setsBox();
    expect(await planCleanup(host, path('nowhere'))).toEqual({ directory: path('nowhere'), ...nothing });
    expect(await failure(planCleanup(host, write('file', '')))).toMatchObject({
      code: 'config-directory-not-directory',
    });
  });
});
