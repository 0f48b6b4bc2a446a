import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { startedServers } from '../../store/policy/admit-servers.ts';
import { policyFiles } from '../../store/policy/policy-files.ts';
import type { Plan } from '../../store/write/plan.ts';
import { visibleChanges } from '../plan/plan-words.ts';
import { allowsApplying, onlyServes, runsPlugboard, wordsOf } from './own-words.ts';

/** Variables that move our state, and with it approvals and what is known of copies. */
const MOVING = /^(?:PLUGBOARD_\w+|XDG_(?:STATE|CONFIG|DATA|CACHE)_HOME|HOME|USERPROFILE|(?:LOCAL)?APPDATA)$/i;

/** Whether a definition starts the server for assistants and lets it write without asking. */
export function allowsWriting(server: Server): boolean {
  return wordsOf(server).some(allowsApplying);
}

/** Whether a definition starts Plugboard otherwise than to serve as before. */
function widensRights(server: Server, host: Host): boolean {
  if (allowsWriting(server)) return true;
  const ours = wordsOf(server).filter(runsPlugboard);
  if (ours.length === 0) return false;
  if (ours.some((words) => !onlyServes(words) || words.some((word) => MOVING.test(word)))) return true;
  return Object.entries(server.env ?? {}).some(([name, value]) => MOVING.test(name) && host.env[name] !== value);
}

/** Throws if the plan lets an assistant do more with Plugboard than before. The texts decide, whatever made the plan. */
export async function refuseWiderRights(host: Host, plan: Plan): Promise<void> {
  const policies = new Set((await policyFiles(host)).map(({ path }) => path));
  for (const change of visibleChanges(plan, host)) {
    if (policies.has(change.path.replaceAll('\\', '/')))
      throw new PlugboardError('rights-refused', { name: change.path });
    if (change.after === undefined || change.link) continue;
    for (const { name, server } of await startedServers(host, change))
      if (widensRights(server, host)) throw new PlugboardError('rights-refused', { name });
  }
}
