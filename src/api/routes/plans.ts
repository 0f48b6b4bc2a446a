import { Hono } from 'hono';
import * as z from 'zod';
import type { ApiContext } from '../api-context.ts';
import { makePlan, readOperation } from '../plans/make-plan.ts';
import { writePlan } from '../plans/write-plan.ts';
import { readBody } from '../read-body.ts';

const toWrite = z.object({ paths: z.array(z.string()).min(1, 'choose at least one file').optional() });

/** `POST /api/plans`, `POST /api/plans/:id/write` */
export function plansRoutes(api: ApiContext): Hono {
  return new Hono()
    .post('/plans', async (context) => {
      const operation = readOperation(await readBody(context, z.unknown()));
      return context.json(await makePlan(operation, api));
    })
    .post('/plans/:id/write', async (context) => {
      const { paths } = await readBody(context, toWrite);
      return context.json(await writePlan(context.req.param('id'), paths, api));
    });
}
