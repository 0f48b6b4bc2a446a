import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/** Signals every process of a group; false when there is none left that could be. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

/** Ends what the leader of a group has left behind: after `patienceMs` with SIGTERM, and `graceMs` later with SIGKILL. */
export async function endGroup(leader: number, graceMs: number, patienceMs: number): Promise<void> {
  if (await isGone(leader, patienceMs)) return;
  if (!signalGroup(leader, 'SIGTERM')) return;
  if (await isGone(leader, graceMs)) return;
  signalGroup(leader, 'SIGKILL');
  await isGone(leader, graceMs);
}

/** Nobody tells when a process ends that is not our own child, so one has to look. */
async function isGone(leader: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += LOOK_EVERY_MS) {
    if (!signalGroup(leader, 0)) return true;
    await sleep(LOOK_EVERY_MS);
  }
  return !signalGroup(leader, 0);
}
