import { Hono } from 'hono';
import * as z from 'zod';
import { nameFromPath } from '../../model/server-name.ts';
import type { ListedTool } from '../../runtime/tools/listed-tool.ts';
import type { ServerTools } from '../../runtime/tools/server-tools.ts';
import type { ApiContext } from '../api-context.ts';
import { callProblem } from '../calls/call-problem.ts';
import { usableServer } from '../calls/usable-server.ts';
import { HttpError } from '../http-error.ts';
import { readBody } from '../read-body.ts';
import { toolServer, toolServers } from '../views/tools/tool-servers.ts';

const asked = z.object({ server: z.string().min(1) });
const accepted = z.object({ server: z.string().min(1), tools: z.array(z.string()) });

/** `GET /api/tools`, `GET /api/tools/:server`, `POST /api/tools/refresh`, `POST /api/tools/accept` */
export function toolsRoutes(api: ApiContext): Hono {
  return new Hono()
    .get('/tools', async (context) => context.json(await toolServers(api)))
    .get('/tools/:server', async (context) =>
      context.json(await toolServer(nameFromPath(context.req.param('server')), api)),
    )
    .post('/tools/refresh', async (context) => {
      const { server } = await readBody(context, asked);
      const { runtime, tools } = await usableServer(api, server);
      await tools.refresh();
      await runtime.pins.settled();
      if (tools.error !== undefined) throw new HttpError(502, callProblem(tools.error));
      return context.json({});
    })
    .post('/tools/accept', async (context) => {
      const { server, tools: names } = await readBody(context, accepted);
      const { runtime, tools } = await usableServer(api, server);
      if (!tools.confirmed) await confirm(names, server, tools);
      if (!(await runtime.pins.accept(server, { tools: names, instructions: false })))
        throw new HttpError(409, { code: 'usage', message: `The tools of ${server} are unknown. Refresh them first.` });
      api.events.publish({ type: 'tools.changed', server });
      return context.json({});
    });
}

/** The server must still report what the page showed. Unchanged tools stay the same object. */
async function confirm(names: readonly string[], server: string, tools: ServerTools): Promise<void> {
  const shown = tools.tools;
  await tools.refresh();
  if (tools.error !== undefined) throw new HttpError(502, callProblem(tools.error));
  const again = names.find((name) => named(name, shown) !== named(name, tools.tools));
  if (again === undefined) return;
  const message = `${again} of ${server} changed again. Review it before you accept it.`;
  throw new HttpError(409, { code: 'conflict', message });
}

function named(name: string, tools: readonly ListedTool[]): ListedTool | undefined {
  return tools.find((tool) => tool.name === name);
}
