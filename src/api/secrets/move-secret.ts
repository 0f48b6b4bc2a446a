import * as z from 'zod';
import { update } from '../../manage/update.ts';
import type { Server } from '../../model/server.ts';
import { HttpError } from '../http-error.ts';
import { source } from '../plans/fields.ts';
import type { OperationKind, OperationOf } from '../plans/operation.ts';
import { targetFrom } from '../plans/targets.ts';
import { hideSecrets } from './hide-secrets.ts';
import { restoreSecrets } from './restore-secrets.ts';
import { sourcesOf } from './sources-of.ts';

type MoveSecret = OperationOf<'move-secret'>;

/** Replaces a plain-text secret with a reference to a variable, which the user has to set. */
export const moveSecret: OperationKind<MoveSecret> = {
  schema: z.object({
    kind: z.literal('move-secret'),
    source,
    path: z.string(),
    variable: z.string().regex(/^[A-Za-z_]\w*$/, 'a variable name can contain only letters, digits and _'),
  }),
  async build({ source: from, path, variable }, api) {
    const { name, entry } = sourcesOf(api).find(from);
    if (!entry)
      throw new HttpError(400, { code: 'usage', field: 'source', message: 'The server is not in a file yet.' });
    return update(api.host, name, (server) => withReference(server, path, variable), [targetFrom(entry)]);
  },
};

function withReference(server: Server, path: string, variable: string): Server {
  const { shown, kept } = hideSecrets(server);
  if (!kept.has(path))
    throw new HttpError(409, { code: 'conflict', field: 'path', message: `There is no longer a secret at ${path}.` });
  const referring = new Map(kept).set(path, `\${${variable}}`);
  return restoreSecrets(shown, referring);
}
