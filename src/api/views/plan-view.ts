import { approvalsOf } from '../../live/project-servers.ts';
import { targetOfServer } from '../../manage/masked-server.ts';
import { tellingLosses, visibleChanges } from '../../manage/plan-words.ts';
import type { Host } from '../../model/host.ts';
import { sameValue, type Value } from '../../model/value.ts';
import { projectOf } from '../../runtime/trust/territory.ts';
import type { FileChange, Plan } from '../../store/plan.ts';
import type { FindingView } from '../contract/common.ts';
import type { PlanView } from '../contract/plans.ts';
import type { Desk } from '../desk.ts';
import { clientName } from './entry-view.ts';
import { contentFor, readersOf } from './file-readers.ts';
import { fileView } from './file-view.ts';
import { lossView } from './native-views.ts';
import { findingView, harmless } from './words.ts';

/** Exactly what would be written, as the page shows it. */
export async function planView(
  id: string,
  plan: Plan,
  notes: readonly FindingView[],
  { host }: Desk,
): Promise<PlanView> {
  const changes = visibleChanges(plan, host);
  const isReference = ({ code }: Plan['diagnostics'][number]): boolean => code === 'server-referenced';
  const said = plan.diagnostics.filter((finding) => !isReference(finding));
  return {
    id,
    title: harmless(plan.title),
    files: await Promise.all(changes.map((change) => fileView(change, host))),
    losses: tellingLosses(plan).map((loss) => ({
      ...lossView(loss),
      server: loss.server,
      client: clientName(loss.client),
    })),
    unwritten: plan.unwritten.map(({ server, client }) => ({ server, client: clientName(client) })),
    findings: [...notes, ...said.map((finding) => findingView(finding, host))],
    references: plan.diagnostics.filter(isReference).map((finding) => findingView(finding, host)),
    newCommands: [...new Set((await Promise.all(changes.map((change) => commandsIn(change, host)))).flat())],
  };
}

/** What the change has a project start or contact, as far as nobody has approved it. */
async function commandsIn({ path, before, after }: FileChange, host: Host): Promise<string[]> {
  const commands: string[] = [];
  const approvals = approvalsOf(host);
  for (const reader of readersOf(path, host)) {
    const origin = { file: path, client: reader.client.id, scope: reader.location.scope };
    const project = projectOf({ name: '', server: {}, origin }, { project: host.cwd, home: host.home });
    if (project === undefined) continue;
    const [old, now] = [await contentFor(reader, before), await contentFor(reader, after)];
    for (const [name, server] of now.servers) {
      if (server.disabled || sameValue(server as Value, old.servers.get(name) as Value | undefined)) continue;
      const permission = await approvals
        .permissionFor({ name, server, origin: { ...origin, project } })
        .catch(() => 'pending');
      if (permission !== 'approved') commands.push(harmless(`${name}: ${targetOfServer(server)}`));
    }
  }
  return commands;
}
