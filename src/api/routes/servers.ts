import { Hono } from 'hono';
import type { ServersAnswer } from '../contract/servers.ts';
import type { Desk } from '../desk.ts';
import { machineOf } from '../views/machine.ts';
import { serverDetail } from '../views/server-detail.ts';
import { serverRows } from '../views/server-rows.ts';
import { findingView, pathView } from '../views/words.ts';

/** `GET /api/servers`, `GET /api/servers/:name` */
export function serversRoutes(desk: Desk): Hono {
  const { host } = desk;
  return new Hono()
    .get('/servers', async (context) => {
      const servers = await serverRows(desk);
      const { findings } = await machineOf(desk)();
      const answer: ServersAnswer = {
        servers,
        findings: findings.map((finding) => findingView(finding, host)),
        project: pathView(host.cwd, host),
      };
      return context.json(answer);
    })
    .get('/servers/:name', async (context) => context.json(await serverDetail(context.req.param('name'), desk)));
}
