import { Hono } from 'hono';
import { visible } from '../../model/visible.ts';
import { listResources, listResourceTemplates } from '../../runtime/tools/resources.ts';
import { askServer } from '../calls/ask-server.ts';
import type { ResourcesAnswer } from '../contract/tools.ts';
import type { Desk } from '../desk.ts';

/** `GET /api/servers/:name/resources` */
export function resourcesRoutes(desk: Desk): Hono {
  return new Hono().get('/servers/:name/resources', async (context) => {
    const answer = await askServer(desk, context.req.param('name'), async (session, signal) => ({
      resources: (await listResources(session, signal)).map(({ uri, name, title, mimeType, description }) => ({
        uri,
        name: visible(title ?? name ?? uri),
        ...(mimeType !== undefined && { mimeType }),
        ...(description !== undefined && { description }),
      })),
      templates: (await listResourceTemplates(session, signal)).map(({ uriTemplate, name, title, description }) => ({
        uriTemplate,
        name: visible(title ?? name ?? uriTemplate),
        ...(description !== undefined && { description }),
      })),
    }));
    return context.json(answer satisfies ResourcesAnswer);
  });
}
