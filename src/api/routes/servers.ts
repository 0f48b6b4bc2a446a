import { Hono } from 'hono';
import { nameFromPath } from '../../model/server-name.ts';
import type { ApiContext } from '../api-context.ts';
import type { IssuesAnswer, ServersAnswer } from '../contract/servers.ts';
import { machineOf } from '../views/machine.ts';
import { serverDetail, serverEvidence } from '../views/servers/server-detail.ts';
import { serverRows } from '../views/servers/server-rows.ts';
import { snapshotOf } from '../views/snapshot.ts';
import { issueView, pathView } from '../views/words.ts';

/** `GET /api/servers`, `GET /api/servers/:name`, `GET /api/servers/:name/evidence`, `GET /api/issues` */
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
    .get('/servers/:name', async (context) =>
      context.json(await serverDetail(nameFromPath(context.req.param('name')), api)),
    )
    .get('/servers/:name/evidence', async (context) =>
      context.json(await serverEvidence(nameFromPath(context.req.param('name')), api)),
    )
    .get('/issues', async (context) => {
      const { issues } = await machineOf(api)();
      const answer: IssuesAnswer = issues.map((issue) => issueView(issue, host));
      return context.json(answer);
    });
}
