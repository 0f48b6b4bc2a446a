import { Hono } from 'hono';
import { nameFromPath } from '../../model/server-name.ts';
import { listPrompts } from '../../runtime/tools/prompts.ts';
import type { ApiContext } from '../api-context.ts';
import { askServer } from '../calls/ask-server.ts';
import type { PromptView } from '../contract/tools.ts';

/** `GET /api/servers/:name/prompts` */
export function promptsRoutes(api: ApiContext): Hono {
  return new Hono().get('/servers/:name/prompts', async (context) => {
    const prompts = await askServer(api, nameFromPath(context.req.param('name')), listPrompts);
    return context.json(prompts.map(({ raw: _, ...prompt }) => prompt) satisfies PromptView[]);
  });
}
