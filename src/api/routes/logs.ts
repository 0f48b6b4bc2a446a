import { Hono } from 'hono';
import * as z from 'zod';
import type { ApiContext } from '../api-context.ts';
import { HttpError } from '../http-error.ts';
import { LogBuffer } from '../logs/log-buffer.ts';

const query = z.object({
  server: z.string().optional(),
  since: z.iso.datetime().optional(),
  limit: z.coerce.number().int().min(1).max(100_000).default(5000),
});

/** `GET /api/logs` */
export function logsRoutes(api: ApiContext): Hono {
  const book = new LogBuffer(api);
  return new Hono().get('/logs', async (context) => {
    const parsed = query.safeParse(context.req.query());
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0] ?? '');
      throw new HttpError(400, { code: 'usage', field, message: `${field}: ${parsed.error.issues[0]?.message ?? ''}` });
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
