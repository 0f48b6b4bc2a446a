import { Hono } from 'hono';
import { z } from 'zod';
import { repairsOf } from '../../doctor/repairs.ts';
import type { ApiContext } from '../api-context.ts';
import type { DoctorAnswer, FindingsAnswer } from '../contract/doctor.ts';
import { examinedOf, findingsById } from '../doctor/current-findings.ts';
import { findingGroups, groupKey } from '../doctor/finding-groups.ts';
import { findingFilter, findingViews } from '../doctor/finding-views.ts';
import { issueCounts } from '../doctor/issue-counts.ts';
import { readQuery } from '../read-body.ts';

/** Up to this many issues are sent in full; beyond it, only the counts per group. */
const FEW = 50;

const query = z.object({ group: z.string().optional(), text: z.string().default('') });

/** `GET /api/doctor`, `GET /api/doctor/findings`, `POST /api/doctor/:id/run` */
export function doctorRoutes(api: ApiContext): Hono {
  const { host, events } = api;
  const examined = examinedOf(api);
  return new Hono()
    .get('/doctor', async (context) => {
      const { text } = readQuery(context, query);
      const { findings, files, servers } = await examined();
      const shown = findings.filter(findingFilter(text, host));
      const isShort = shown.length <= FEW;
      const groups = findingGroups(shown).map(async ({ group, findings: own }) =>
        isShort ? { ...group, findings: await findingViews(own, host) } : group,
      );
      const counts = issueCounts(findings);
      const answer: DoctorAnswer = { groups: await Promise.all(groups), files, servers, counts };
      return context.json(answer);
    })
    .get('/doctor/findings', async (context) => {
      const { group, text } = readQuery(context, query);
      const { findings } = await examined();
      const wanted = findings.filter((finding) => group === undefined || groupKey(finding) === group);
      const groups = findingGroups(wanted.filter(findingFilter(text, host)));
      const answer: FindingsAnswer = await findingViews(
        groups.flatMap((one) => one.findings),
        host,
      );
      return context.json(answer);
    })
    .post('/doctor/:id/run', async (context) => {
      const { direct } = repairsOf(await findingsById(api, [context.req.param('id')]));
      for (const fix of direct) await fix.run();
      events.publish({ type: 'config.changed', files: [], by: 'page' });
      return context.json({ done: direct.map(({ title }) => title) });
    });
}
