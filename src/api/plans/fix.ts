import { z } from 'zod';
import { planRepairs, repairsOf } from '../../doctor/repairs.ts';
import { findingsNamed } from '../doctor/examined.ts';
import { Refusal } from '../refusal.ts';
import { names } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';

/** The repairs of some findings as one change. */
export const fixFindings: OperationKind<OperationOf<'fix'>> = {
  schema: z.object({ kind: z.literal('fix'), findings: names }),
  async build({ findings }, desk) {
    const { planned } = repairsOf(await findingsNamed(desk, findings));
    if (planned.length === 0)
      throw new Refusal(400, { code: 'no-repair', message: 'Plugboard cannot repair that by changing a file.' });
    return planRepairs(desk.host, planned);
  },
};
