import { misreadIn } from '../../clients/misread.ts';
import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { textsIn } from '../../model/diagnostics/texts.ts';
import { definitionsInstead } from '../../model/fields/catalog-fields.ts';
import type { Host } from '../../model/host.ts';
import { startedServer } from '../../model/launcher/started-server.ts';
import { commandReference, hasVariable } from '../../model/reference.ts';
import { runDefinition } from '../../model/run-definition.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import type { NamedServer, Plan, ProjectCopy } from '../write/plan.ts';
import { recordCopiesLocked } from './copied-definitions.ts';
import { recordOutsideLocked } from './outside-definitions.ts';

export interface CopyApproval {
  /** Whether a person approved the definition at its source; without it nothing is approved. */
  readonly isApproved?: (copy: ProjectCopy) => Promise<boolean>;
  /** The fingerprint of the decision, if a person denied the definition in the project that it is from. */
  readonly deniedAs?: (server: NamedServer) => Promise<string | undefined>;
}

/**
 * Checks the definitions that a plan copies out of projects. Unapproved ones are recorded, so that their copies need
 * approval too, and are not written to a client that would start them without asking. Requires the lock.
 */
export async function admitCopies(
  host: Host,
  { copies = [], brought, outside = [] }: Pick<Plan, 'copies' | 'brought' | 'outside'>,
  { isApproved }: CopyApproval,
): Promise<void> {
  const unapproved: ProjectCopy[] = [];
  const approved: ProjectCopy[] = [];
  for (const copy of copies) ((await isApproved?.(copy)) ? approved : unapproved).push(copy);
  const started = unapproved.find(({ startedBy }) => startedBy !== undefined);
  if (started) throw new PlugboardError('approval-needed', { name: started.name });
  // Before anything is written: an unrecorded copy would count as the user's own.
  const bound = [...unapproved, ...approved.filter(isBound)];
  await recordCopiesLocked(
    host,
    bound.map(({ written, origin }) => ({ server: written, project: origin.project })),
    brought?.texts.filter((text) => !brought.own?.some((secret) => text.includes(secret))),
  );
  await recordOutsideLocked(host, outside.filter(mayMeanMore));
}

/** In our own files, an approved copy is the user's own, unless what it says may come to more than was approved. */
function isBound(copy: ProjectCopy): boolean {
  return copy.startedBy === undefined && (mayAskForSecrets(copy) || hasOverrides(copy) || isMoreElsewhere(copy));
}

/** A client would read text of it as a command or a file, which its approval showed as text. */
function isMoreElsewhere({ written }: Pick<ProjectCopy, 'written'>): boolean {
  return Object.values<Client>(clients).some((client) => misreadIn(client, undefined, written) !== undefined);
}

/** In our own files, a server that does not come from a project may have any secret that it refers to. */
function mayAskForSecrets({ written }: Pick<ProjectCopy, 'written'>): boolean {
  return hasVariable(runDefinition(startedServer(written)));
}

/** Whether it matters later that someone else wrote a definition: most contain only text. */
function mayMeanMore(written: Server): boolean {
  const isCommand = ({ text }: { readonly text: string }): boolean => commandReference(text) !== undefined;
  return mayAskForSecrets({ written }) || isMoreElsewhere({ written }) || textsIn(written as Value).some(isCommand);
}

/** What single clients get instead was not shown with the approval of the entry. */
function hasOverrides({ written }: ProjectCopy): boolean {
  return definitionsInstead(written).length > 0;
}
