import { PlugboardError } from '../model/diagnostics/error.ts';
import { because } from '../model/diagnostics/loss.ts';
import type { Host } from '../model/host.ts';
import { inferTransport, type Server } from '../model/server.ts';
import type { Plan } from '../store/write/plan.ts';
import { checkNew } from './add.ts';
import { bringBack, putAway } from './ledger/parking.ts';
import { fitChangedCommand } from './plan/fit-command.ts';
import { type OpenDocument, PlanDraft } from './plan/plan-draft.ts';
import { entryIn, putServer, sourceIn } from './plan/put-server.ts';
import { nameOf, type Target } from './plan/target.ts';
import { wholeServer } from './plan/whole-server.ts';
import type { ProjectSource } from './project-source.ts';

/**
 * Plans to change a server where it is defined. `change` returns the new definition; `source` names the project it came
 * from when it is not based on the existing one.
 */
export async function update(
  host: Host,
  name: string,
  change: (server: Server) => Server,
  targets: readonly Target[],
  source?: ProjectSource,
): Promise<Plan> {
  const draft = new PlanDraft(host, `change ${name} in ${targets.map(nameOf).join(', ')}`);
  for (const target of targets) await updateIn(draft, await draft.open(target), name, change, source);
  return draft.plan();
}

/** Changes a server in one document of a plan, also if it is parked. */
export async function updateIn(
  draft: PlanDraft,
  opened: OpenDocument,
  name: string,
  change: (server: Server) => Server,
  given?: ProjectSource,
): Promise<void> {
  const present = await entryIn(draft, opened, name);
  const document = present ? opened : await bringBack(draft, opened, name);
  const entry = present ?? (await entryIn(draft, document, name));
  if (!entry) throw new PlugboardError('server-missing', { name, file: document.path });
  const whole = await wholeServer(draft, document, entry);
  const changed = change(whole ?? entry.server);
  const server = ofOneTransport(changed);
  for (const field of Object.keys(changed)) {
    if (Object.hasOwn(server, field)) continue;
    const reason = because('wrong-transport', inferTransport(server));
    draft.recordLosses(name, [{ field, client: opened.client.id, action: 'dropped', ...reason }]);
  }
  checkNew(name, server);
  const source = given ?? (await sourceIn(draft, document, entry));
  const fitted = await fitChangedCommand(draft.host, document, whole ?? entry.server, server);
  draft.recordLosses(name, fitted.losses);
  await putServer(draft, document, name, fitted.server, { source, whole, isEdit: given === undefined });
  if (present) return;
  await putAway(draft, document, (await entryIn(draft, document, name)) ?? entry);
}

/** A server whose type changes loses the fields of its old type. */
function ofOneTransport(server: Server): Server {
  const remote = inferTransport(server) !== 'stdio';
  const foreign = remote ? ['command', 'args', 'cwd'] : ['url', 'headers'];
  return Object.fromEntries(Object.entries(server).filter(([field]) => !foreign.includes(field)));
}
