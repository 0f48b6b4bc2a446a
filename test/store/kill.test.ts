import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { recover } from '../../src/store/journal/recover.ts';
import { box } from './support/box.ts';
import { killAfter, startWorker } from './support/start-worker.ts';
import { versionOf, versionText } from './support/versions.ts';

it('500 writes with kill -9 at random points: every file is whole, and two files agree', async () => {
  const { host, names, write } = box();
  const [one, left, right] = ['one', 'left', 'right'].map((name) => write(`project/${name}`, versionText(0))) as [
    string,
    string,
    string,
  ];
  const version = (path: string): number => versionOf(readFileSync(path, 'utf8'));
  const groups = [[one], [left, right]];
  let [kills, repairs, apart] = [0, 0, 0];
  while (version(one) + version(left) < 500) {
    // From outside at any point, and by turns from inside at the worst one: between the two files.
    const outside = kills % 2 === 0;
    const times = 1 + Math.floor(Math.random() * 12);
    const worker = await startWorker(host, {
      kind: 'count',
      groups,
      ...(!outside && { killBefore: right, times }),
    });
    await killAfter(worker, outside ? 1 + Math.floor(Math.random() * 1500) : Infinity);
    kills += 1;
    if (version(left) !== version(right)) apart += 1;
    const versions = [version(one), version(left), version(right)];
    if (await recover(host)) repairs += 1;
    expect(version(left)).toBe(version(right));
    expect(versions).toContain(version(left));
    expect(names('project')).toEqual(['left', 'one', 'right']);
  }
  expect(repairs).toBeGreaterThanOrEqual(apart);
  expect(apart).toBeGreaterThan(5);
}, 180_000);
