import { Hono } from 'hono';
import { rejectPending } from '../../manage/pending/pending-change.ts';
import { listPlans } from '../../store/state/pending-plans.ts';
import type { ApiContext } from '../api-context.ts';
import type { PendingView } from '../contract/pending.ts';
import { pathView, sanitized } from '../views/words.ts';

/** `GET /api/pending`, `DELETE /api/pending/:id` */
export function pendingRoutes({ host }: ApiContext): Hono {
  return new Hono()
    .get('/pending', async (context) => {
      const plans = (await listPlans(host)).filter(({ state }) => state === 'pending');
      const answer: PendingView[] = plans.map(({ id, title, askedBy, directory, made }) => ({
        id,
        title: sanitized(title),
        askedBy: sanitized(askedBy),
        directory: pathView(directory, host),
        made,
      }));
      return context.json(answer);
    })
    .delete('/pending/:id', async (context) => {
      await rejectPending(host, context.req.param('id'));
      return context.json({});
    });
}
