import { Hono } from 'hono';
import { listPrompts } from '../../runtime/tools/prompts.ts';
import { askServer } from '../calls/ask-server.ts';
import type { PromptView } from '../contract/tools.ts';
import type { Desk } from '../desk.ts';

/** `GET /api/servers/:name/prompts` */
export function promptsRoutes(desk: Desk): Hono {
  return new Hono().get('/servers/:name/prompts', async (context) => {
    const prompts = await askServer(desk, context.req.param('name'), listPrompts);
    return context.json(prompts.map(({ raw: _, ...prompt }) => prompt) satisfies PromptView[]);
  });
}
