import type { Host } from '../model/host.ts';
import { isStateFile } from '../store/places.ts';
import type { FileChange, Plan } from '../store/plan.ts';

/** The changes of a plan without those of our own state files. */
export function visibleChanges(plan: Plan, host: Host): readonly FileChange[] {
  return plan.changes.filter(({ path }) => !isStateFile(host, path));
}

/** The losses of the servers that are written, and of the others only those that say why they are not. */
export function reportedLosses({ losses, unwritten }: Plan): Plan['losses'] {
  const key = (server: string, client: string): string => JSON.stringify([server, client]);
  const left = new Set(unwritten.map(({ server, client }) => key(server, client)));
  return losses.filter(
    ({ server, client, refused, reason }) => refused || reason === 'no-switch' || !left.has(key(server, client)),
  );
}

/** Whether a server that the plan switches off stays on in other projects. */
export function isPartlyOff({ losses }: Plan): boolean {
  return losses.some(({ reason }) => reason === 'off-in-project-only');
}

/** What becomes of a file. */
export function actionOf({ before, after }: FileChange): 'created' | 'changed' | 'deleted' {
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'changed';
}
