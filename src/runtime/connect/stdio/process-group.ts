import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** Signals every process of a group; false if no process could be signaled. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

/** Terminates what is left of a group after its leader exited: SIGTERM after `patienceMs`, SIGKILL `graceMs` later. */
export async function endGroup(leader: number, graceMs: number, patienceMs: number): Promise<void> {
  if (await isGone(leader, patienceMs)) return;
  if (!signalGroup(leader, 'SIGTERM')) return;
  if (await isGone(leader, graceMs)) return;
  signalGroup(leader, 'SIGKILL');
  await isGone(leader, graceMs);
}

/** Polls, because the system does not report the exit of processes that are not our children. */
async function isGone(leader: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += POLL_MS) {
    if (!signalGroup(leader, 0)) return true;
    await sleep(POLL_MS);
  }
  return !signalGroup(leader, 0);
}
