import { Hono } from 'hono';
import * as z from 'zod';
import type { ApiContext } from '../api-context.ts';
import { readBody } from '../read-body.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

const answer = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.record(z.string(), value).optional(),
});

/** `GET /api/questions`: pending questions. `POST /api/questions/:id` */
export function questionsRoutes({ questions }: ApiContext): Hono {
  return new Hono()
    .get('/questions', (context) => context.json(questions.open))
    .post('/questions/:id', async (context) => {
      const { action, content } = await readBody(context, answer);
      questions.answer(context.req.param('id'), { action, ...(content && { content }) });
      return context.json({});
    });
}
