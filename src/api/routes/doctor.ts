import { Hono } from 'hono';
import * as z from 'zod';
import { repairsOf } from '../../doctor/repairs.ts';
import type { ApiContext } from '../api-context.ts';
import type { DoctorAnswer, DoctorIssuesAnswer } from '../contract/doctor.ts';
import { examinedOf, issuesById } from '../doctor/current-issues.ts';
import { issueCounts } from '../doctor/issue-counts.ts';
import { issueGroups, groupKey } from '../doctor/issue-groups.ts';
import { issueFilter, issueViews } from '../doctor/issue-views.ts';
import { readQuery } from '../read-body.ts';

/** Up to this many issues are sent in full; beyond it, only the counts per group. */
const FEW = 50;

const query = z.object({ group: z.string().optional(), text: z.string().default('') });

/** `GET /api/doctor`, `GET /api/doctor/issues`, `POST /api/doctor/:id/run` */
export function doctorRoutes(api: ApiContext): Hono {
  const { host, events } = api;
  const examined = examinedOf(api);
  return new Hono()
    .get('/doctor', async (context) => {
      const { text } = readQuery(context, query);
      const { issues, files, servers } = await examined();
      const shown = issues.filter(issueFilter(text, host));
      const isShort = shown.length <= FEW;
      const groups = issueGroups(shown).map(async ({ group, issues: own }) =>
        isShort ? { ...group, issues: await issueViews(own, host) } : group,
      );
      const counts = issueCounts(issues);
      const answer: DoctorAnswer = { groups: await Promise.all(groups), files, servers, counts };
      return context.json(answer);
    })
    .get('/doctor/issues', async (context) => {
      const { group, text } = readQuery(context, query);
      const { issues } = await examined();
      const wanted = issues.filter((issue) => group === undefined || groupKey(issue) === group);
      const groups = issueGroups(wanted.filter(issueFilter(text, host)));
      const answer: DoctorIssuesAnswer = await issueViews(
        groups.flatMap((one) => one.issues),
        host,
      );
      return context.json(answer);
    })
    .post('/doctor/:id/run', async (context) => {
      const { direct } = repairsOf(await issuesById(api, [context.req.param('id')]));
      for (const fix of direct) await fix.run();
      events.publish({ type: 'config.changed', files: [], by: 'page' });
      return context.json({ done: direct.map(({ title }) => title) });
    });
}
