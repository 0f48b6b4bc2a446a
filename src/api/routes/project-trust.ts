import { Hono } from 'hono';
import * as z from 'zod';
import { projectToTrust, reasonForTrust, trustProject } from '../../live/approvals/trusted-project.ts';
import type { ApiContext } from '../api-context.ts';
import type { ProjectTrustAnswer } from '../contract/approval.ts';
import { readBody } from '../read-body.ts';
import { pathView } from '../views/words.ts';

const decision = z.object({ trusted: z.boolean() });

/** `GET /api/project-trust`, `POST /api/project-trust` */
export function projectTrustRoutes(api: ApiContext): Hono {
  return new Hono()
    .get('/project-trust', async (context) => context.json(await trustHere(api)))
    .post('/project-trust', async (context) => {
      const { trusted } = await readBody(context, decision);
      try {
        await trustProject(api.host, trusted);
      } finally {
        // A project that stays trusted because of approvals is no longer trusted for itself.
        await (await api.runtime()).reload();
        api.events.publish({ type: 'approvals.changed' });
      }
      return context.json(await trustHere(api));
    });
}

async function trustHere({ host }: ApiContext): Promise<ProjectTrustAnswer> {
  const project = projectToTrust(host);
  if (project === undefined) return {};
  const reason = await reasonForTrust(host);
  return {
    project: pathView(project, host),
    isTrusted: reason !== undefined,
    isByApproval: reason === 'approval',
  };
}
