import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import type { Plan } from '../store/write/plan.ts';
import { validateServerConfig, validateServerName } from '../validate/server-config.ts';
import { bringBack } from './ledger/parking.ts';
import { isForeign, type OutsideText } from './outside/outside-text.ts';
import { fitCommand } from './plan/fit-command.ts';
import { mergeClientFields } from './plan/merge-client-fields.ts';
import { type OpenDocument, PlanDraft } from './plan/plan-draft.ts';
import { entryIn, isTaken, putServer, type PutOptions } from './plan/put-server.ts';
import { nameOf, type Target } from './plan/target.ts';
import type { ProjectSource } from './project-source.ts';
import { giveVaulted, vaultedEntry } from './vaulted/vaulted-entry.ts';
import { withholdVaulted } from './vaulted/withhold.ts';

/** How to handle an existing server of the same name. */
export type Conflict = 'fail' | 'skip' | 'overwrite';

/**
 * Plans to define a server in every target. `source` names the project the definition came from, `outside` says what
 * someone else wrote of it; both undefined for the user's own.
 */
export async function add(
  host: Host,
  name: string,
  server: Server,
  targets: readonly Target[],
  conflict: Conflict = 'fail',
  source?: ProjectSource,
  outside?: OutsideText,
): Promise<Plan> {
  checkNew(name, server);
  const draft = new PlanDraft(host, `add ${name} to ${targets.map(nameOf).join(', ')}`);
  for (const target of targets) {
    const document = await draft.open(target);
    const taken = !draft.handled(document, name) && (await isTaken(draft, document, name));
    if (taken && conflict === 'skip') continue;
    if (taken && conflict === 'fail') throw new PlugboardError('server-exists', { name, file: document.path });
    await replaceServer(draft, document, name, server, { source, outside });
  }
  return draft.plan();
}

/** Writes a server and replaces an existing one of that name, in the document or parked. */
export async function replaceServer(
  draft: PlanDraft,
  document: OpenDocument,
  name: string,
  server: Server,
  { source, outside }: Pick<PutOptions, 'source' | 'outside'>,
): Promise<boolean> {
  const present = await entryIn(draft, document, name);
  const opened = present ? document : await bringBack(draft, document, name);
  const replaced = present ?? (await entryIn(draft, opened, name));
  const vaulted = await vaultedEntry(draft, opened, name, server, { source, outside });
  const fitted = await fitCommand(draft.host, opened, vaulted.server);
  const merged = replaced ? mergeClientFields(fitted.server, replaced.server) : fitted.server;
  draft.recordLosses(name, fitted.losses);
  const isWritten = await putServer(draft, opened, name, merged, { source, outside, asDefined: server });
  if (!isWritten) return false;
  const entry = { name, file: opened.path };
  const written = { ...vaulted, server: fitted.server };
  if (!source && (isForeign(outside) || (await draft.isOutside(server))))
    await withholdVaulted(draft, entry, { given: server, written, outside });
  else await giveVaulted(draft, entry, written, source);
  return true;
}

/** Rejects definitions that no client can use. */
export function checkNew(name: string, server: Server): void {
  checkName(name);
  const issues = validateServerConfig(name, server);
  if (issues.length > 0) throw new PlugboardError('server-invalid', { name, issues });
}

export function checkName(name: string): void {
  const issue = validateServerName(name);
  if (issue !== undefined) throw new PlugboardError('server-invalid', { name, issues: [issue] });
}
