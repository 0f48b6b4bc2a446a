import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listHistory } from '../../src/store/journal/history.ts';
import { ownerHere } from '../../src/store/lock/lock-owner.ts';
import { box } from './support/box.ts';
import { runTogether, startWorker } from './support/start-worker.ts';
import { versionOf, versionText } from './support/versions.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

it('32 processes add to one file at once, after one that was killed with the lock: nothing is lost', async () => {
  const { host, names, write } = box();
  const old = '{\n  "theme":   "dark",\n  "servers": {\n    "old": { "command": "x" }\n  }\n}\n';
  const file = write('project/a.json', old);
  const killed = spawnSync(process.execPath, ['-e', '']).pid;
  write('own/state/lock', JSON.stringify({ ...ownerHere(host), pid: killed }));
  const added = numbers(32).map((index) => `server-${index}`);
  const workers = await Promise.all(added.map((name) => startWorker(host, { kind: 'add', file, name })));
  expect(await runTogether(workers)).toEqual(added.map(() => 0));
  const text = readFileSync(file, 'utf8');
  const { servers } = JSON.parse(text) as { servers: object };
  expect(Object.keys(servers).toSorted()).toEqual([...added, 'old'].toSorted());
  expect(text.startsWith('{\n  "theme":   "dark",\n  "servers": {\n    "old": { "command": "x" }')).toBe(true);
  expect(await listHistory(host)).toHaveLength(32);
  expect(names('own/state').filter((name) => name.startsWith('lock'))).toEqual([]);
});

it('16 processes change the same two files: they agree, and every change counts', async () => {
  const { host, write } = box();
  const files = ['a', 'b'].map((name) => write(`project/${name}`, versionText(0)));
  const task = { kind: 'count', groups: [files], times: 3 } as const;
  const workers = await Promise.all(numbers(16).map(() => startWorker(host, task)));
  expect(await runTogether(workers)).toEqual(numbers(16).map(() => 0));
  expect(files.map((path) => versionOf(readFileSync(path, 'utf8')))).toEqual([48, 48]);
});
