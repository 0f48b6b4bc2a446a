import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { ownerHere } from '../../../src/store/lock/lock-owner.ts';
import { withLock } from '../../../src/store/lock/lock.ts';
import { applyPlan, commit } from '../../../src/store/write/apply-plan.ts';
import { box, failure, planOf, type Box } from '../support/box.ts';
import { runTogether, startWorker } from '../support/start-worker.ts';

/** The id of a process that has ended. */
const gone = spawnSync(process.execPath, ['-e', '']).pid;
const empty = async (): Promise<ReturnType<typeof planOf>> => planOf();

function writeLock({ host, write }: Box, owner: object): string {
  return write('own/state/lock', JSON.stringify({ ...ownerHere(host), ...owner }));
}

describe('a lock whose owner', () => {
  it('is dead is taken over, with whatever else it left', async () => {
    const it = box();
    writeLock(it, { pid: gone, start: 'then' });
    it.write(`own/state/lock.claim-${gone}-abc`, JSON.stringify({ ...ownerHere(it.host), pid: gone }));
    it.write(`own/state/lock.new-${gone}-abc`, JSON.stringify({ ...ownerHere(it.host), pid: gone }));
    const plan = planOf({ path: it.write('project/a', 'old'), before: 'old', after: 'new' });
    expect(await applyPlan(it.host, plan, { patience: 5000 })).toBeDefined();
    expect(it.names('own/state').filter((name) => name.startsWith('lock'))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('has an id that another process has by now is taken over', async () => {
    const it = box();
    writeLock(it, { start: 'another' });
    expect(await commit(it.host, empty, { patience: 5000 })).toBeDefined();
  });

  it('is alive is waited for, and named when that takes too long', async () => {
    const { host, path } = box();
    const worker = await startWorker(host, { kind: 'hold' });
    worker.stdin.write('go');
    await once(worker.stdout, 'data');
    expect(await failure(commit(host, empty, { patience: 50 }))).toMatchObject({
      code: 'locked',
      data: { pid: worker.pid, path: path('own/state/lock') },
    });
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    expect(await commit(host, empty, { patience: 5000 })).toBeDefined();
  });

  it('is on another machine is only given up after an hour', async () => {
    const it = box();
    writeLock(it, { machine: 'elsewhere', pid: gone });
    expect(await failure(commit(it.host, empty, { patience: 20 }))).toMatchObject({ code: 'locked' });
    const later: Host = { ...it.host, now: () => new Date(Date.now() + 61 * 60 * 1000) };
    expect(await commit(later, empty, { patience: 5000 })).toBeDefined();
  });

  it('cannot be read from it is given up when the file is old', async () => {
    const it = box();
    const lock = it.write('own/state/lock', '{"pi');
    expect(await failure(commit(it.host, empty, { patience: 20 }))).toMatchObject({
      code: 'locked',
      data: { pid: undefined },
    });
    utimesSync(lock, 1, 1);
    expect(await commit(it.host, empty, { patience: 5000 })).toBeDefined();
  });
});

it.each(['garbage', '7', '\0\0\0\0', '[]', 'pid 1', '{"pod": 1}'])(
  'a file that cannot be a lock is taken over at once: %j',
  async (text) => {
    const it = box();
    it.write('own/state/lock', text);
    it.write('own/state/lock.claim-1-abc', text);
    // The clock stands still, so the file is never old.
    const now = new Date(Date.now() - 1000);
    expect(await commit({ ...it.host, now: () => now }, empty, { patience: 5000 })).toBeDefined();
    expect(it.names('own/state').filter((name) => name.startsWith('lock'))).toEqual([]);
  },
);

it.each(['', '{"pid":', '{"pid":12,"machine"'])(
  'a lock that is being written is waited for two seconds: %j',
  async (text) => {
    const it = box();
    it.write('own/state/lock', text);
    const at = (ms: number): Host => ({ ...it.host, now: () => new Date(Date.now() + ms) });
    expect(await failure(commit(at(0), empty, { patience: 20 }))).toMatchObject({ code: 'locked' });
    expect(await commit(at(2500), empty, { patience: 5000 })).toBeDefined();
  },
);

// Windows does not let a file be replaced that is open.
it.skipIf(process.platform === 'win32')(
  'a process without links that was too slow does not believe that it has the lock',
  async () => {
    const it = box();
    const other = JSON.stringify({ ...ownerHere(it.host), nonce: 'other' });
    const { fs } = it.host;
    let isFirst = true;
    const slow: Host = {
      ...it.host,
      fs: {
        ...fs,
        link: async () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' })),
        async create(path, mode) {
          const file = await fs.create(path, mode);
          if (!path.endsWith('/lock') || !isFirst) return file;
          isFirst = false;
          await fs.unlink(path);
          it.write('own/state/lock', other);
          return file;
        },
      },
    };
    expect(await failure(commit(slow, empty, { patience: 50 }))).toMatchObject({ code: 'locked' });
    expect(it.read('own/state/lock')).toBe(other);
  },
);

it('an abandoned lock is removed by one of many, never the new lock of another', async () => {
  const it = box();
  writeLock(it, { pid: gone, start: 'then' });
  let [inside, most] = [0, 0];
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise(setImmediate);
    inside -= 1;
  };
  // Under Wine, where files are slow, forty take longer than each of them waits.
  const length = process.platform === 'win32' ? 10 : 40;
  await Promise.all(Array.from({ length }, () => withLock(it.host, {}, work)));
  expect(most).toBe(1);
});

it('is released although many wait for it on a slow disk', async () => {
  const { host } = box();
  const spin = (ms: number): void => {
    for (const until = performance.now() + ms; performance.now() < until;);
  };
  const status: Host['fs']['status'] = async (path) => {
    spin(5);
    return host.fs.status(path);
  };
  const slow = { ...host, fs: { ...host.fs, status } };
  // Timers of those who wait are always due, and must not keep the owner from going on.
  const work = async (): Promise<void> => new Promise((done) => void setImmediate(done));
  await Promise.all(Array.from({ length: 15 }, () => withLock(slow, { patience: 15_000 }, work)));
});

it('is released after a failure, and a lock of another process is not removed', async () => {
  const it = box();
  await failure(commit(it.host, () => Promise.reject(new Error('no plan'))));
  expect(existsSync(it.path('own/state/lock'))).toBe(false);
  await commit(it.host, () => {
    writeLock(it, { nonce: 'other' });
    return empty();
  });
  expect(existsSync(it.path('own/state/lock'))).toBe(true);
});

it('is released by a process that ends in the middle', async () => {
  const { host, names } = box();
  expect(await runTogether([await startWorker(host, { kind: 'exit' })])).toEqual([0]);
  expect(names('own/state')).toEqual([]);
});
