import * as z from 'zod';
import { createSet, removeFromSet } from '../../sets/change-set.ts';
import { findServers } from '../../sets/find-servers.ts';
import { pathOfSet, setsHere } from '../../sets/sets-here.ts';
import { HttpError } from '../http-error.ts';
import { name, present } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';

type Save = OperationOf<'set-save'>;

/** Creates a set of existing servers, or replaces the one with that name. */
export const saveSet: OperationKind<Save> = {
  schema: z
    .object({
      kind: z.literal('set-save'),
      name,
      /** As users write them: `github`, `work/github`, `cursor:project/github`. */
      servers: z.array(name),
      note: z.string().max(1000).optional(),
      overwrite: z.boolean().optional(),
    })
    .transform((operation) => present(operation) as Save),
  async build({ name: called, servers: words, note: description, overwrite }, { host }) {
    const { directory, sets } = await setsHere(host);
    const path = pathOfSet(directory, called);
    if (path === undefined)
      throw new HttpError(400, {
        code: 'usage',
        field: 'name',
        message:
          'The name of a set is a file name: it cannot start with a dot, contain / \\ : * ? " < > | or be reserved by Windows, as con and nul are',
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
    if (!set) throw new HttpError(404, { code: 'set-unknown', message: `No set named "${called}".` });
    return removeFromSet(host, set, []);
  },
};
