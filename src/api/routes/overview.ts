import { Hono } from 'hono';
import { listProfiles } from '../../manage/sync/profiles.ts';
import { catalogId } from '../../model/origin.ts';
import { compareNames } from '../../model/server-name.ts';
import { version } from '../../model/version.ts';
import { readIgnored } from '../../store/state/ignored-differences.ts';
import type { ApiContext } from '../api-context.ts';
import type { Checks, Overview } from '../contract/overview.ts';
import { examinedOf } from '../doctor/current-issues.ts';
import { issueCounts } from '../doctor/issue-counts.ts';
import { countBy } from '../views/count-by.ts';
import { machineOf } from '../views/machine.ts';
import { comparedOf, matrixAnswer, outOfSync } from '../views/matrix-answer.ts';
import { clientName } from '../views/servers/entry-view.ts';
import { pathView } from '../views/words.ts';

/** `GET /api/overview`, `GET /api/overview/checks` */
export function overviewRoutes(api: ApiContext): Hono {
  const { host } = api;
  return new Hono()
    .get('/overview', async (context) => {
      const [{ names }, profiles] = await Promise.all([machineOf(api)(), listProfiles(host).catch(() => [])]);
      const clientsOf = Array.from(names.values(), (listed) => [...new Set(listed.map(({ client }) => client))]);
      const { [catalogId]: inCatalog = 0, ...counts } = countBy(clientsOf.flat());
      const answer: Overview = {
        project: pathView(host.cwd, host),
        version,
        servers: names.size,
        clients: Object.entries(counts)
          .map(([id, servers]) => ({ id, name: clientName(id), servers }))
          .toSorted((a, b) => b.servers - a.servers || compareNames(a.name, b.name)),
        isFirstRun: inCatalog === 0,
        inCatalog,
        profiles: {
          count: profiles.length,
          active: profiles.filter(({ isActive }) => isActive).map(({ name }) => name),
        },
      };
      return context.json(answer);
    })
    .get('/overview/checks', async (context) => {
      const [matrix, machine, ignored] = await Promise.all([comparedOf(api)(), machineOf(api)(), readIgnored(host)]);
      const { issues } = await examinedOf(api)();
      const answer: Checks = {
        outOfSync: outOfSync(matrixAnswer(matrix, machine, ignored, host)),
        issues: issueCounts(issues),
      };
      return context.json(answer);
    });
}
