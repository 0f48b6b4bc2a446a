import { Hono } from 'hono';
import { z } from 'zod';
import type { ListedTool } from '../../runtime/tools/listed-tool.ts';
import type { ServerTools } from '../../runtime/tools/server-tools.ts';
import { callProblem } from '../calls/call-problem.ts';
import { usableServer } from '../calls/usable-server.ts';
import type { Desk } from '../desk.ts';
import { readBody } from '../read-body.ts';
import { Refusal } from '../refusal.ts';
import { toolServer, toolServers } from '../views/tools/tool-servers.ts';

const asked = z.object({ server: z.string().min(1) });
const accepted = z.object({ server: z.string().min(1), tools: z.array(z.string()) });

/** `GET /api/tools`, `GET /api/tools/:server`, `POST /api/tools/refresh`, `POST /api/tools/accept` */
export function toolsRoutes(desk: Desk): Hono {
  return new Hono()
    .get('/tools', async (context) => context.json(await toolServers(desk)))
    .get('/tools/:server', async (context) => context.json(await toolServer(context.req.param('server'), desk)))
    .post('/tools/refresh', async (context) => {
      const { server } = await readBody(context, asked);
      const { runtime, tools } = await usableServer(desk, server);
      await tools.refresh();
      await runtime.pins.settled();
      if (tools.error !== undefined) throw new Refusal(502, callProblem(tools.error));
      return context.json({});
    })
    .post('/tools/accept', async (context) => {
      const { server, tools: names } = await readBody(context, accepted);
      const { runtime, tools } = await usableServer(desk, server);
      if (!tools.confirmed) await confirm(names, server, tools);
      if (!(await runtime.pins.accept(server, { tools: names, instructions: false })))
        throw new Refusal(409, { code: 'usage', message: `Ask ${server} for its tools first.` });
      desk.events.publish({ type: 'tools.changed', server });
      return context.json({});
    });
}

/** The server must still say what the page has shown. A tool that is as it was stays the same object. */
async function confirm(names: readonly string[], server: string, tools: ServerTools): Promise<void> {
  const shown = tools.tools;
  await tools.refresh();
  if (tools.error !== undefined) throw new Refusal(502, callProblem(tools.error));
  const again = names.find((name) => named(name, shown) !== named(name, tools.tools));
  if (again === undefined) return;
  const message = `${again} of ${server} has changed once more. Look at it before you accept it.`;
  throw new Refusal(409, { code: 'conflict', message });
}

function named(name: string, tools: readonly ListedTool[]): ListedTool | undefined {
  return tools.find((tool) => tool.name === name);
}
