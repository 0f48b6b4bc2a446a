import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { recover } from '../../src/store/recover.ts';
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
  let [kills, repairs, apart] = [0, 0, 0];
  while (version(one) + version(left) < 500) {
    const worker = await startWorker(host, { kind: 'count', groups: [[one], [left, right]] });
    await killAfter(worker, 1 + Math.floor(Math.random() * 2500));
    kills += 1;
    const versions = [version(one), version(left), version(right)];
    if (versions[1] !== versions[2]) apart += 1;
    if (await recover(host)) repairs += 1;
    expect(version(left)).toBe(version(right));
    expect([0, 1]).toContain(version(one) - version(left));
    expect(names('project')).toEqual(['left', 'one', 'right']);
  }
  console.log(`${kills} kills, ${repairs} of them in the middle of a change, ${apart} between two files`);
  expect(kills).toBeGreaterThan(3);
});
