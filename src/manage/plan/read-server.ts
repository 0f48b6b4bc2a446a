import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { parkedIn } from '../ledger/parking.ts';
import type { ProjectSource } from '../project-source.ts';
import { PlanDraft } from './plan-draft.ts';
import { entryIn, sourceIn } from './put-server.ts';
import type { Target } from './target.ts';
import { wholeServer } from './whole-server.ts';

/** The project that a file's server definition came from; undefined for the user's own. */
export async function readSource(host: Host, name: string, target: Target): Promise<ProjectSource | undefined> {
  const draft = new PlanDraft(host, '');
  const document = await draft.open(target);
  const entry = (await entryIn(draft, document, name)) ?? (await parkedIn(draft, document, name));
  return entry && sourceIn(draft, document, entry);
}

/** A server's definition in one file, merged as its client merges it. */
export async function readServer(host: Host, name: string, target: Target): Promise<Server> {
  const draft = new PlanDraft(host, '');
  const document = await draft.open(target);
  const entry = (await entryIn(draft, document, name)) ?? (await parkedIn(draft, document, name));
  if (!entry) throw new PlugboardError('server-missing', { name, file: document.path });
  return (await wholeServer(draft, document, entry)) ?? entry.server;
}
