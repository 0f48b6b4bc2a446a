import { Hono } from 'hono';
import * as z from 'zod';
import type { ApiContext } from '../api-context.ts';
import type { DraftTestRequest } from '../contract/servers.ts';
import { name, names, present, server, source } from '../plans/fields.ts';
import { readBody } from '../read-body.ts';
import { testDraft } from '../tests/test-draft.ts';
import { cancelTests, testServers } from '../tests/test-servers.ts';

const toTest = z.object({ names: names.optional() });
const draft = z.object({ name, server, source: source.optional(), approved: z.string().max(200).optional() });

/** `POST /api/tests`, `DELETE /api/tests/:id`, `POST /api/tests/draft` */
export function testsRoutes(api: ApiContext): Hono {
  return new Hono()
    .post('/tests', async (context) => {
      const { names: wanted } = await readBody(context, toTest);
      return context.json(await testServers(wanted, api), 202);
    })
    .delete('/tests/:id', (context) => {
      cancelTests(context.req.param('id'), api);
      return context.json({});
    })
    .post('/tests/draft', async (context) => {
      const request = present(await readBody(context, draft)) as DraftTestRequest;
      return context.json(await testDraft(request, api));
    });
}
