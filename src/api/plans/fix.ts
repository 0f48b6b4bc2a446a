import { planRepairs, repairsOf } from '../../doctor/repairs.ts';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/plan.ts';
import { findingsNamed } from '../doctor/examined.ts';
import { Refusal } from '../refusal.ts';

/** The repairs of some findings as one change. */
export async function planFix(host: Host, ids: readonly string[]): Promise<Plan> {
  const { planned } = repairsOf(await findingsNamed(host, ids));
  if (planned.length === 0)
    throw new Refusal(400, { code: 'no-repair', message: 'Plugboard cannot repair that by changing a file.' });
  return planRepairs(host, planned);
}
