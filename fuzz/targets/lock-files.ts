import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../src/model/host.ts';
import { nodeHost } from '../../src/store/host/node-host.ts';
import { ownerHere } from '../../src/store/lock/lock-owner.ts';
import { withLock } from '../../src/store/lock/lock.ts';
import { Random } from '../random.ts';
import type { FuzzTarget } from '../target.ts';

const HOUR = 60 * 60 * 1000;
const TAKERS = 3;

/** Creates locks of any content and age, with several processes competing for each. */
export const lockFiles: FuzzTarget = {
  name: 'Lock files',
  promise:
    'A lock of any content and age is taken over by exactly one of several takers once its owner is gone, and never while its owner runs.',
  runsInTests: 100,
  async attack(runs, seed) {
    const random = new Random(seed);
    const root = mkdtempSync(join(tmpdir(), 'plugboard-locks-'));
    const failures: string[] = [];
    const figures = { 'taken over': 0, 'left alone': 0 };
    try {
      for (let run = 0; run < runs; run += 1) {
        const home = join(root, String(run));
        const host = hurried({ ...nodeHost(), env: { PLUGBOARD_HOME: home } });
        const lock = randomLock(random, host);
        mkdirSync(join(home, 'state'), { recursive: true, mode: 0o700 });
        writeFileSync(join(home, 'state/lock'), lock.text, { mode: 0o600 });
        const date = new Date(Date.now() + (random.next() - 0.5) * 2 * 365 * 24 * HOUR);
        utimesSync(join(home, 'state/lock'), date, date);
        const { most, entered } = await meet(host, lock.isAlive);
        const expected = lock.isAlive ? 0 : TAKERS;
        if (most > 1) failures.push(`${most} at once: ${lock.text}`);
        if (entered !== expected) failures.push(`${entered} of ${expected} entered: ${lock.text}`);
        figures[lock.isAlive ? 'left alone' : 'taken over'] += 1;
        rmSync(home, { recursive: true, force: true });
      }
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
    return { runs, figures, failures };
  },
};

/** A host whose clock advances by a second on every read, so that no real waiting is needed. */
function hurried(host: Host): Host {
  let time = Date.now();
  return { ...host, now: () => new Date((time += 1000)) };
}

async function meet(host: Host, isAlive: boolean): Promise<{ readonly most: number; readonly entered: number }> {
  let [inside, most, entered] = [0, 0, 0];
  const work = async (): Promise<void> => {
    inside += 1;
    entered += 1;
    most = Math.max(most, inside);
    await new Promise(setImmediate);
    inside -= 1;
  };
  const patience = isAlive ? 5 : 20_000;
  await Promise.all(Array.from({ length: TAKERS }, () => withLock(host, { patience }, work).catch(() => undefined)));
  return { most, entered };
}

function randomLock(random: Random, host: Host): { readonly text: string; readonly isAlive: boolean } {
  const own = { ...ownerHere(host), time: new Date().toISOString() };
  const date = (): string =>
    new Date(Date.now() + (random.next() < 0.5 ? -1 : 1) * (100 + random.below(10_000)) * HOUR).toISOString();
  const made: readonly (() => { text: string; isAlive: boolean })[] = [
    () => ({ text: JSON.stringify(own), isAlive: true }),
    // On this machine a running process is detected regardless of the lock's date.
    () => ({ text: JSON.stringify({ ...own, time: date() }), isAlive: host.processes.startOf(own.pid) !== '' }),
    () => ({ text: JSON.stringify({ ...own, pid: 2 ** 30 + random.below(1000) }), isAlive: false }),
    () => ({ text: JSON.stringify({ ...own, start: 'another', time: date() }), isAlive: false }),
    () => ({ text: JSON.stringify({ ...own, machine: 'elsewhere', time: date() }), isAlive: false }),
    () => ({ text: JSON.stringify({ ...own, machine: 'elsewhere', time: 'never' }), isAlive: false }),
    () => ({ text: JSON.stringify({ ...own, pid: random.pick([0, -1, 1.5, null, '1', []]) }), isAlive: false }),
    () => ({ text: JSON.stringify(own).slice(0, random.below(JSON.stringify(own).length)), isAlive: false }),
    () => ({ text: garbage(random), isAlive: false }),
  ];
  return random.pick(made)();
}

function garbage(random: Random): string {
  return Buffer.from(Array.from({ length: random.below(200) }, () => random.below(256))).toString('latin1');
}
