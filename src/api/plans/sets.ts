import type { Host } from '../../model/host.ts';
import { createSet, removeFromSet } from '../../sets/change-set.ts';
import { findServers } from '../../sets/find-servers.ts';
import { pathOfSet, setsHere } from '../../sets/sets-here.ts';
import type { Plan } from '../../store/plan.ts';
import { Refusal } from '../refusal.ts';

export interface SetToSave {
  readonly name: string;
  /** As people call them: `github`, `work/github`, `cursor:project/github`. */
  readonly servers: readonly string[];
  readonly note?: string | undefined;
  readonly overwrite?: boolean | undefined;
}

/** A set of servers that are there, new or in place of the one of that name. */
export async function planSetSave(host: Host, set: SetToSave): Promise<Plan> {
  const { directory, sets } = await setsHere(host);
  const path = pathOfSet(directory, set.name);
  if (path === undefined)
    throw new Refusal(400, {
      code: 'usage',
      field: 'name',
      message: 'A set is a file of this name: it cannot begin with a dot nor hold / \\ : * ? " < > |',
    });
  const servers = await findServers(host, set.servers, sets);
  const { name, note: description, overwrite } = set;
  return createSet(host, { path, name, servers, description, overwrite });
}

export async function planSetRemove(host: Host, name: string): Promise<Plan> {
  const { sets } = await setsHere(host);
  const set = sets.find((one) => one.name === name);
  if (!set) throw new Refusal(404, { code: 'set-unknown', message: `There is no set ${name}.` });
  return removeFromSet(host, set, []);
}
