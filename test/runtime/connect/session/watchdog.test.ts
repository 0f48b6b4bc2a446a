import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWatchdog } from '../../../../src/runtime/connect/session/watchdog.ts';
import { processesWith, until } from '../../support/processes.ts';

/** The watchdogs of this process. */
function watchdogs(): number[] {
  return processesWith('while read -r sign group').filter((pid) =>
    readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`),
  );
}

function startSleeper(): ChildProcess & { readonly pid: number } {
  const sleeper = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void sleeper.kill());
  return sleeper as ChildProcess & { readonly pid: number };
}

/** Nobody ends the group, so the watchdog has to. */
const leave = async (): Promise<void> => {};

describe.skipIf(process.platform !== 'linux')('a watchdog', () => {
  it('starts with the first group and ends when it is told to', async () => {
    const watchdog = createWatchdog();
    expect(watchdogs()).toEqual([]);
    watchdog.watch(startSleeper().pid, leave);
    await until(() => watchdogs().length === 1, 'its start');
    watchdog.watch(startSleeper().pid, leave);
    expect(watchdogs()).toHaveLength(1);
    await watchdog.end();
    expect(watchdogs()).toEqual([]);
  });

  it('terminates exactly the registered groups when its pipe is closed', async () => {
    const [watched, forgotten, unknown] = [startSleeper(), startSleeper(), startSleeper()];
    const watchdog = createWatchdog();
    watchdog.watch(watched.pid, leave);
    watchdog.watch(forgotten.pid, leave);
    watchdog.forget(forgotten.pid);
    const [, signal] = (await Promise.all([once(watched, 'exit'), watchdog.end()]))[0] as [unknown, string];
    expect(signal).toBe('SIGTERM');
    expect([forgotten.signalCode, unknown.signalCode]).toEqual([null, null]);
  });

  it('waits for groups that are being shut down before it ends anything itself', async () => {
    const sleeper = startSleeper();
    const watchdog = createWatchdog();
    watchdog.watch(sleeper.pid, async () => {
      sleeper.kill('SIGUSR1');
      await once(sleeper, 'exit');
      watchdog.forget(sleeper.pid);
    });
    await watchdog.end();
    expect(sleeper.signalCode).toBe('SIGUSR1');
  });

  it('that is killed is replaced at once, and the new one knows everything', async () => {
    const [first, second] = [startSleeper(), startSleeper()];
    const watchdog = createWatchdog();
    watchdog.watch(first.pid, leave);
    await until(() => watchdogs().length === 1, 'its start');
    const [old = 0] = watchdogs();
    process.kill(old, 'SIGKILL');
    watchdog.watch(second.pid, leave);
    await until(() => watchdogs().some((pid) => pid !== old), 'the start of the new one');
    await Promise.all([once(first, 'exit'), once(second, 'exit'), watchdog.end()]);
  });
});
