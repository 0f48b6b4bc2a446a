import { z } from 'zod';
import { planRepairs, repairsOf } from '../../doctor/repairs.ts';
import { findingsById } from '../doctor/current-findings.ts';
import { HttpError } from '../http-error.ts';
import { names } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';

/** Fixes of several issues as one change. */
export const fixFindings: OperationKind<OperationOf<'fix'>> = {
  schema: z.object({ kind: z.literal('fix'), findings: names }),
  async build({ findings }, api) {
    const { planned } = repairsOf(await findingsById(api, findings));
    if (planned.length === 0)
      throw new HttpError(400, { code: 'no-repair', message: 'Plugboard cannot fix this by editing a file.' });
    return planRepairs(api.host, planned);
  },
};
