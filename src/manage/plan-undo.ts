import type { Host } from '../model/host.ts';
import type { Value } from '../model/value.ts';
import { readCopiedDefinitions } from '../store/approvals/copied-definitions.ts';
import { planUndo as planUndoOfFiles } from '../store/journal/undo.ts';
import { startedServers } from '../store/policy/admit-servers.ts';
import { isStateFile } from '../store/state/places.ts';
import type { Plan } from '../store/write/plan.ts';
import { projectOf } from '../trust/territory.ts';
import { wordsIn } from './compare/brought.ts';
import { withBrought } from './plan/in-steps.ts';

/** Preview of `undo`, which shows what came from someone else. Throws the same errors. */
export async function planUndo(host: Host, id?: string): Promise<Plan & { readonly undoes: string }> {
  const plan = await planUndoOfFiles(host, id);
  return { ...(await broughtBack(host, plan)), undoes: plan.undoes };
}

/** A plan that writes whole texts of files, with what came from someone else in the servers that they start again. */
export async function broughtBack(host: Host, plan: Plan): Promise<Plan> {
  const { isBrought = () => false } = await readCopiedDefinitions(host);
  const texts: string[] = [];
  for (const change of plan.changes) {
    if (change.link || change.after === undefined || isStateFile(host, change.path)) continue;
    for (const { server, client, scope } of await startedServers(host, change)) {
      const origin = { file: change.path, client, scope };
      const isOfProject = projectOf({ origin }, { project: host.cwd, home: host.home }) !== undefined;
      const words = wordsIn(server as Value);
      texts.push(...(isOfProject ? words : words.filter(isBrought)));
    }
  }
  return texts.length > 0 ? withBrought(plan, { texts, isAll: false }) : plan;
}
