import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import { PlanDraft } from './plan-draft.ts';
import { entryIn } from './put-server.ts';
import type { Target } from './target.ts';

/** The definition of a server in one file. */
export async function readServer(host: Host, name: string, target: Target): Promise<Server> {
  const draft = new PlanDraft(host, '');
  const document = await draft.open(target);
  const entry = await entryIn(draft, document, name);
  if (!entry) throw new PlugboardError('server-missing', { name, file: document.path });
  return entry.server;
}
