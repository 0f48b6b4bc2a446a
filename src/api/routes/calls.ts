import { Hono } from 'hono';
import * as z from 'zod';
import type { ApiContext } from '../api-context.ts';
import { Calls } from '../calls/calls.ts';
import type { CallRequest } from '../contract/tools.ts';
import { readBody } from '../read-body.ts';

const server = z.string().min(1);

const request = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('tool'),
    server,
    tool: z.string().min(1),
    arguments: z.record(z.string(), z.unknown()),
    confirmed: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('resource'), server, uri: z.string().min(1) }),
  z.object({
    kind: z.literal('prompt'),
    server,
    prompt: z.string().min(1),
    arguments: z.record(z.string(), z.string()),
  }),
]);

/** `POST /api/calls`, `GET /api/calls`, `GET /api/calls/:id`, `DELETE /api/calls/:id` */
export function callsRoutes(api: ApiContext): Hono {
  const calls = new Calls(api);
  return new Hono()
    .post('/calls', async (context) => {
      const id = await calls.start((await readBody(context, request)) as CallRequest);
      return context.json({ id }, 202);
    })
    .get('/calls', (context) =>
      context.json(calls.list({ server: context.req.query('server'), tool: context.req.query('tool') })),
    )
    .get('/calls/:id', (context) => context.json(calls.get(context.req.param('id'))))
    .delete('/calls/:id', (context) => {
      calls.cancel(context.req.param('id'));
      return context.json({});
    });
}
