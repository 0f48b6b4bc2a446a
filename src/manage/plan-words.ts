import type { Host } from '../model/host.ts';
import { isStateFile } from '../store/places.ts';
import type { FileChange, Plan } from '../store/plan.ts';

/** Our own notes change along with a file; they are nobody's business. */
export function visibleChanges(plan: Plan, host: Host): readonly FileChange[] {
  return plan.changes.filter(({ path }) => !isStateFile(host, path));
}

/** Of a server that is not written only why not: whatever else it would have lost, nobody has lost. */
export function tellingLosses({ losses, unwritten }: Plan): Plan['losses'] {
  const isWritten = (loss: Plan['losses'][number]): boolean =>
    !unwritten.some(({ server, client }) => server === loss.server && client === loss.client);
  return losses.filter(
    (loss) => isWritten(loss) || /the server is (?:not written|left out of its file)$/.test(loss.why),
  );
}

/** Whether a server that the plan switches off stays on in other projects. */
export function isPartlyOff({ losses }: Plan): boolean {
  return losses.some(({ field, action }) => field === 'disabled' && action === 'mapped');
}

export function lossInWords({ server, client, field, action, why }: Plan['losses'][number]): string {
  return `${client}: ${server}.${field} ${action}: ${why}`;
}

/** What becomes of a file. */
export function actionOf({ before, after }: FileChange): 'created' | 'changed' | 'deleted' {
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'changed';
}
