import { Hono } from 'hono';
import { z } from 'zod';
import type { Desk } from '../desk.ts';
import { LogBook } from '../logs/log-book.ts';
import { Refusal } from '../refusal.ts';

const query = z.object({
  server: z.string().optional(),
  since: z.iso.datetime().optional(),
  limit: z.coerce.number().int().min(1).max(100_000).default(5000),
});

/** `GET /api/logs` */
export function logsRoutes(desk: Desk): Hono {
  const book = new LogBook(desk);
  return new Hono().get('/logs', async (context) => {
    const parsed = query.safeParse(context.req.query());
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0] ?? '');
      throw new Refusal(400, { code: 'usage', field, message: `${field}: ${parsed.error.issues[0]?.message ?? ''}` });
    }
    const { server, since, limit } = parsed.data;
    return context.json(
      await book.read({
        limit,
        ...(server !== undefined && { server }),
        ...(since !== undefined && { since: new Date(since) }),
      }),
    );
  });
}
