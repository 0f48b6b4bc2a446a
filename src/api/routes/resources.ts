import { Hono } from 'hono';
import { nameFromPath } from '../../model/server-name.ts';
import { visible } from '../../model/visible.ts';
import { listResources, listResourceTemplates } from '../../runtime/tools/resources.ts';
import type { ApiContext } from '../api-context.ts';
import { askServer } from '../calls/ask-server.ts';
import type { ResourcesAnswer } from '../contract/tools.ts';

/** `GET /api/servers/:name/resources` */
export function resourcesRoutes(api: ApiContext): Hono {
  return new Hono().get('/servers/:name/resources', async (context) => {
    const answer = await askServer(api, nameFromPath(context.req.param('name')), async (session, signal) => {
      const [resources, templates] = await Promise.all([
        listResources(session, signal),
        listResourceTemplates(session, signal),
      ]);
      return {
        resources: resources.map(({ uri, name, title, mimeType, description }) => ({
          uri,
          name: visible(title ?? name ?? uri),
          ...(mimeType !== undefined && { mimeType }),
          ...(description !== undefined && { description }),
        })),
        templates: templates.map(({ uriTemplate, name, title, description }) => ({
          uriTemplate,
          name: visible(title ?? name ?? uriTemplate),
          ...(description !== undefined && { description }),
        })),
      };
    });
    return context.json(answer satisfies ResourcesAnswer);
  });
}
