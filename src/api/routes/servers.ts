import { Hono } from 'hono';
import type { ApiContext } from '../api-context.ts';
import type { ServersAnswer } from '../contract/servers.ts';
import { serverDetail, serverEvidence } from '../views/servers/server-detail.ts';
import { serverRows } from '../views/servers/server-rows.ts';
import { snapshotOf } from '../views/snapshot.ts';
import { pathView } from '../views/words.ts';

/** `GET /api/servers`, `GET /api/servers/:name`, `GET /api/servers/:name/evidence` */
export function serversRoutes(api: ApiContext): Hono {
  const { host } = api;
  return new Hono()
    .get('/servers', async (context) => {
      const snapshot = await snapshotOf(api);
      const answer: ServersAnswer = {
        ...serverRows(api, snapshot),
        project: pathView(host.cwd, host),
      };
      return context.json(answer);
    })
    .get('/servers/:name', async (context) => context.json(await serverDetail(context.req.param('name'), api)))
    .get('/servers/:name/evidence', async (context) =>
      context.json(await serverEvidence(context.req.param('name'), api)),
    );
}
