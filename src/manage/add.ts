import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import type { Plan } from '../store/plan.ts';
import { validateServerConfig, validateServerName } from '../validate/server-config.ts';
import { keepingOwn } from './keep-own.ts';
import { PlanDraft } from './plan-draft.ts';
import { entryIn, putServer } from './put-server.ts';
import { nameOf, type Target } from './target.ts';

/** What to do with a server of the same name that is already there. */
export type Conflict = 'fail' | 'skip' | 'overwrite';

/** Plans to define a server in every target. */
export async function add(
  host: Host,
  name: string,
  server: Server,
  targets: readonly Target[],
  conflict: Conflict = 'fail',
): Promise<Plan> {
  checkNew(name, server);
  const draft = new PlanDraft(host, `add ${name} to ${targets.map(nameOf).join(', ')}`);
  for (const target of targets) {
    const document = await draft.open(target);
    const present = await entryIn(draft, document, name);
    if (present && conflict === 'skip') continue;
    if (present && conflict === 'fail') throw new PlugboardError('server-exists', { name, file: document.path });
    await putServer(draft, document, name, present ? keepingOwn(server, present.server) : server);
  }
  return draft.plan();
}

/** Rejects what no client could use, in the words people know. */
export function checkNew(name: string, server: Server): void {
  const flaw = validateServerName(name);
  const flaws = flaw === undefined ? validateServerConfig(name, server) : [flaw];
  if (flaws.length > 0) throw new PlugboardError('server-invalid', { name, flaws });
}
