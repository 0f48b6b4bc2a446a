import { add } from '../../manage/add.ts';
import { importServers } from '../../manage/copy.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import type { Plan } from '../../store/plan.ts';
import { targetsOf } from './chosen-targets.ts';
import { writtenFor } from './defined-servers.ts';
import type { Draft } from './draft.ts';

/** What the answers come to. */
export async function planFor(draft: Draft, host: Host): Promise<Plan> {
  const { servers } = writtenFor(draft);
  const { conflict = 'fail' } = draft;
  const [only = '', ...others] = Object.keys(servers);
  return others.length === 0
    ? add(host, only, servers[only] as Server, targetsOf(draft), conflict)
    : importServers(host, servers, targetsOf(draft), { conflict });
}
