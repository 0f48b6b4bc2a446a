import { z } from 'zod';
import { update } from '../../manage/update.ts';
import type { Server } from '../../model/server.ts';
import { Refusal } from '../refusal.ts';
import { hideSecrets } from '../secrets/hide-secrets.ts';
import { restoreSecrets } from '../secrets/restore-secrets.ts';
import { sourcesOf } from '../secrets/sources-of.ts';
import { source } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';
import { targetFrom } from './targets.ts';

type MoveSecret = OperationOf<'move-secret'>;

/** A secret in plain text becomes a reference to a variable, which the person has to set. */
export const moveSecret: OperationKind<MoveSecret> = {
  schema: z.object({
    kind: z.literal('move-secret'),
    source,
    path: z.string(),
    variable: z.string().regex(/^[A-Za-z_]\w*$/, 'a variable has letters, digits and _ in its name'),
  }),
  async build({ source: from, path, variable }, desk) {
    const { name, entry } = sourcesOf(desk).find(from);
    if (!entry) throw new Refusal(400, { code: 'usage', field: 'source', message: 'It does not stand in a file yet.' });
    return update(desk.host, name, (server) => withReference(server, path, variable), [targetFrom(entry)]);
  },
};

function withReference(server: Server, path: string, variable: string): Server {
  const { shown, kept } = hideSecrets(server);
  if (!kept.has(path))
    throw new Refusal(409, { code: 'conflict', field: 'path', message: `There is no secret at ${path} any more.` });
  const referring = new Map(kept).set(path, `\${${variable}}`);
  return restoreSecrets(shown, referring);
}
