import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../src/model/host.ts';
import { ownerHere } from '../../src/store/lock/lock-owner.ts';
import { commit } from '../../src/store/write/apply-plan.ts';
import { box, failure, planOf, type Box } from './support/box.ts';
import { runTogether, startWorker } from './support/start-worker.ts';
import { versionOf, versionText } from './support/versions.ts';

const empty = async (): Promise<ReturnType<typeof planOf>> => planOf();
const inYears = new Date(Date.now() + 10 * 365 * 24 * 60 * 60 * 1000);

function writeLock({ host, write }: Box, owner: object): string {
  return write('own/state/lock', JSON.stringify({ ...ownerHere(host), ...owner }));
}

/** A host whose clock goes a second further each time it is looked at. */
function hurried(host: Host): Host {
  let time = Date.now();
  return { ...host, now: () => new Date((time += 1000)) };
}

describe('a lock of another machine', () => {
  it.each([
    ['dated in the future', inYears.toISOString()],
    ['without a date', 'some day'],
  ])('%s is taken over', async (_, time) => {
    const it = box();
    writeLock(it, { machine: 'elsewhere', time });
    expect(await commit(it.host, empty, { patience: 5000 })).toBeDefined();
  });

  it('that is a few minutes ahead is waited for', async () => {
    const it = box();
    writeLock(it, { machine: 'elsewhere', time: new Date(Date.now() + 5 * 60_000).toISOString() });
    expect(await failure(commit(it.host, empty, { patience: 20 }))).toMatchObject({ code: 'locked' });
  });
});

describe('where the system does not tell when a process started', () => {
  const silent = (host: Host): Host => ({ ...host, processes: { ...host.processes, startOf: () => '' } });

  it('a lock is waited for', async () => {
    const it = box();
    writeLock(it, { start: '' });
    expect(await failure(commit(silent(it.host), empty, { patience: 20 }))).toMatchObject({ code: 'locked' });
  });

  it('a lock is taken over when nothing can still be written: another process has the number', async () => {
    const it = box();
    writeLock(it, { start: '', time: new Date(Date.now() - 61 * 60_000).toISOString() });
    expect(await commit(silent(it.host), empty, { patience: 5000 })).toBeDefined();
  });
});

describe('a lock that says nothing', () => {
  it.each([
    ['empty', ''],
    ['half', '{"pid":12'],
    ['of all processes of the group', '{"pid":0,"machine":"m","start":"","time":"","nonce":""}'],
    ['of all processes', '{"pid":-1,"machine":"m","start":"","time":"","nonce":""}'],
  ])('%s, dated in the future, is taken over after it was watched for a while', async (_, text) => {
    const it = box();
    const lock = it.write('own/state/lock', text);
    utimesSync(lock, inYears, inYears);
    expect(await failure(commit(it.host, empty, { patience: 20 }))).toMatchObject({ code: 'locked' });
    expect(await commit(hurried(it.host), empty, { patience: 20_000 })).toBeDefined();
  });

  it('and is too large for one is taken over', async () => {
    const it = box();
    const lock = it.write('own/state/lock', 'x');
    truncateSync(lock, 10 * 1024 ** 3);
    utimesSync(lock, 1, 1);
    expect(await commit(it.host, empty, { patience: 5000 })).toBeDefined();
  });

  it('does not stay because of a claim from the future', async () => {
    const it = box();
    const lock = it.write('own/state/lock', '');
    utimesSync(lock, 1, 1);
    const claim = it.write('own/state/lock.claim-1-abc', 'garbage');
    utimesSync(claim, inYears, inYears);
    expect(await commit(hurried(it.host), empty, { patience: 20_000 })).toBeDefined();
    expect(it.names('own/state').filter((name) => name.startsWith('lock'))).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('in place of a lock', () => {
  it.each<[string, (path: string) => void]>([
    ['a directory', (path) => mkdirSync(path)],
    ['a pipe', (path) => void execFileSync('mkfifo', [path])],
    ['a link', (path) => symlinkSync('nowhere', path)],
  ])('%s is named at once', async (_, make) => {
    const { host, path } = box();
    mkdirSync(path('own/state'), { recursive: true });
    make(path('own/state/lock'));
    expect(await failure(commit(host, empty))).toMatchObject({
      code: 'write-failed',
      data: { path: path('own/state/lock'), reason: 'it is not a lock file (delete it)' },
    });
  });
});

it.runIf(process.platform === 'linux')(
  '24 processes meet a lock of a reused id, dated in the future: one takes it over, and every change counts',
  async () => {
    const it = box();
    const files = ['a', 'b'].map((name) => it.write(`project/${name}`, versionText(0)));
    writeLock(it, { start: 'another', time: inYears.toISOString() });
    const task = { kind: 'count', groups: [files], times: 2 } as const;
    const workers = await Promise.all(Array.from({ length: 24 }, () => startWorker(it.host, task)));
    expect(await runTogether(workers)).toEqual(workers.map(() => 0));
    expect(files.map((path) => versionOf(readFileSync(path, 'utf8')))).toEqual([48, 48]);
    expect(it.names('own/state').filter((name) => name.startsWith('lock'))).toEqual([]);
  },
);
