import * as z from 'zod';
import { acts } from '../../mcp/annotations.ts';
import { applyWithConsent } from '../consent.ts';
import { tool } from './tool.ts';

export const outcome = z.looseObject({
  status: z.enum(['applied', 'pending']),
  planId: z.string(),
  changeId: z.string().optional(),
});

export const applyPlan = tool({
  name: 'apply_plan',
  title: 'Apply a plan',
  description:
    'Write a plan of plan_change, once, after the user consents. status pending: the user decides elsewhere; call again for the outcome.',
  annotations: acts,
  input: z.object({ planId: z.string().min(1) }),
  output: outcome,
  run: ({ planId }, call) => applyWithConsent(call, planId),
});
