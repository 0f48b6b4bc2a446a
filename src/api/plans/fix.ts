import * as z from 'zod';
import { planRepairs, repairsOf } from '../../doctor/repairs.ts';
import { issuesById } from '../doctor/current-issues.ts';
import { HttpError } from '../http-error.ts';
import { names } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';

/** Fixes of several issues as one change. */
export const fixIssues: OperationKind<OperationOf<'fix'>> = {
  schema: z.object({ kind: z.literal('fix'), issues: names }),
  async build({ issues }, api) {
    const { planned } = repairsOf(await issuesById(api, issues));
    if (planned.length === 0)
      throw new HttpError(400, { code: 'no-repair', message: 'Plugboard cannot fix this by editing a file.' });
    return planRepairs(api.host, planned);
  },
};
