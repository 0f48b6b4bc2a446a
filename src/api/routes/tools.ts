import { Hono } from 'hono';
import { z } from 'zod';
import { callProblem } from '../calls/call-problem.ts';
import { usableServer } from '../calls/usable-server.ts';
import type { Desk } from '../desk.ts';
import { readBody } from '../read-body.ts';
import { Refusal } from '../refusal.ts';
import { toolServers } from '../views/tool-servers.ts';

const asked = z.object({ server: z.string().min(1) });
const accepted = z.object({ server: z.string().min(1), tools: z.array(z.string()) });

/** `GET /api/tools`, `POST /api/tools/refresh`, `POST /api/tools/accept` */
export function toolsRoutes(desk: Desk): Hono {
  return new Hono()
    .get('/tools', async (context) => context.json(await toolServers(desk)))
    .post('/tools/refresh', async (context) => {
      const { server } = await readBody(context, asked);
      const { runtime, tools } = await usableServer(desk, server);
      await tools.refresh();
      await runtime.pins.settled();
      if (tools.error !== undefined) throw new Refusal(502, callProblem(tools.error));
      return context.json({});
    })
    .post('/tools/accept', async (context) => {
      const { server, tools } = await readBody(context, accepted);
      const { runtime } = await usableServer(desk, server);
      if (!(await runtime.pins.accept(server, { tools, instructions: false })))
        throw new Refusal(409, { code: 'usage', message: `Ask ${server} for its tools first.` });
      desk.events.publish({ type: 'tools.changed', server });
      return context.json({});
    });
}
