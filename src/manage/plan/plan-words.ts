import type { LossCode } from '../../model/diagnostics/loss-reasons.ts';
import type { Loss } from '../../model/diagnostics/loss.ts';
import { canonicalFields } from '../../model/fields/canonical-fields.ts';
import type { Host } from '../../model/host.ts';
import { getOwn } from '../../model/value.ts';
import { isStateFile } from '../../store/state/places.ts';
import type { FileChange, Plan } from '../../store/write/plan.ts';

/** The changes of a plan without those to our state files. */
export function visibleChanges(plan: Plan, host: Host): readonly FileChange[] {
  return plan.changes.filter(({ path }) => !isStateFile(host, path));
}

/** Losses of written servers, and for the others only refusals. */
export function reportedLosses({ losses, unwritten }: Plan): Plan['losses'] {
  const key = (server: string, client: string): string => JSON.stringify([server, client]);
  const left = new Set(unwritten.map(({ server, client }) => key(server, client)));
  return losses.filter(
    ({ server, client, refused, reason }) => refused || reason === 'no-switch' || !left.has(key(server, client)),
  );
}

/** Reasons for dropping fields that have no effect or are not part of the server. */
const harmless: ReadonlySet<LossCode> = new Set<LossCode>([
  'wrong-transport',
  'value-ignored',
  'name-is-the-key',
  'of-other-client',
  'not-server-settings',
]);

/**
 * Losses that make a change incomplete: unusable servers, trust that a project cannot give itself, and dropped fields. Of these, only `asked` ones count, or
 * without a list those that affect the server.
 */
export function shortfallsIn<L extends Loss>(losses: readonly L[], asked?: ReadonlySet<string>): L[] {
  return losses.filter(({ field, action, reason, refused }) => {
    if (refused) return true;
    // Whoever wants it in that file has to set it there.
    if (reason === 'trust-of-project' || reason === 'trust-of-text') return true;
    if (action !== 'dropped') return false;
    const [root = ''] = field.split('.');
    return asked ? asked.has(root) : getOwn(canonicalFields, root)?.matters === true && !harmless.has(reason);
  });
}

/** Whether a server disabled by the plan stays enabled in other projects. */
export function isPartlyOff({ losses }: Plan): boolean {
  return losses.some(({ reason }) => reason === 'off-in-project-only');
}

/** What happens to a file. */
export function actionOf({ before, after }: FileChange): 'created' | 'changed' | 'deleted' {
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'changed';
}
