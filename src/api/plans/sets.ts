import { z } from 'zod';
import { createSet, removeFromSet } from '../../sets/change-set.ts';
import { findServers } from '../../sets/find-servers.ts';
import { pathOfSet, setsHere } from '../../sets/sets-here.ts';
import { Refusal } from '../refusal.ts';
import { name, present } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';

type Save = OperationOf<'set-save'>;

/** A set of servers that are there, new or in place of the one of that name. */
export const saveSet: OperationKind<Save> = {
  schema: z
    .object({
      kind: z.literal('set-save'),
      name,
      /** As people call them: `github`, `work/github`, `cursor:project/github`. */
      servers: z.array(name),
      note: z.string().max(1000).optional(),
      overwrite: z.boolean().optional(),
    })
    .transform((operation) => present(operation) as Save),
  async build({ name: called, servers: words, note: description, overwrite }, { host }) {
    const { directory, sets } = await setsHere(host);
    const path = pathOfSet(directory, called);
    if (path === undefined)
      throw new Refusal(400, {
        code: 'usage',
        field: 'name',
        message: 'A set is a file of this name: it cannot begin with a dot nor hold / \\ : * ? " < > |',
      });
    const servers = await findServers(host, words, sets);
    return createSet(host, { path, name: called, servers, description, overwrite });
  },
};

export const removeSet: OperationKind<OperationOf<'set-remove'>> = {
  schema: z.object({ kind: z.literal('set-remove'), name }),
  async build({ name: called }, { host }) {
    const { sets } = await setsHere(host);
    const set = sets.find((one) => one.name === called);
    if (!set) throw new Refusal(404, { code: 'set-unknown', message: `There is no set ${called}.` });
    return removeFromSet(host, set, []);
  },
};
