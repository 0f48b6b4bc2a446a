import { Hono } from 'hono';
import * as z from 'zod';
import { appendServerLog } from '../../store/logs/server-logs.ts';
import type { ApiContext } from '../api-context.ts';
import type { RevealAnswer, VariablesAnswer } from '../contract/values.ts';
import { HttpError } from '../http-error.ts';
import { readBody } from '../read-body.ts';
import { asText } from '../secrets/as-text.ts';
import { sourcesOf } from '../secrets/sources-of.ts';
import { variableView } from '../views/draft-view.ts';
import { sanitized } from '../views/words.ts';

const toReveal = z.object({ source: z.string().max(100), path: z.string().max(1000) });
const toLookUp = z.object({ names: z.array(z.string().max(200)).max(1000) });

/** `POST /api/reveal`, the only way a secret leaves the process, and `POST /api/variables` */
export function revealRoutes(api: ApiContext): Hono {
  const { host } = api;
  return new Hono()
    .post('/reveal', async (context) => {
      const { source, path } = await readBody(context, toReveal);
      const { name, kept } = sourcesOf(api).find(source);
      const value = kept.get(path);
      if (value === undefined)
        throw new HttpError(404, { code: 'usage', field: 'path', message: 'There is no secret at this path.' });
      // The log records that a value was revealed, never the value.
      appendServerLog(host, { level: 'info', server: name, message: `revealed ${sanitized(path)} to the page` });
      const answer: RevealAnswer = { value: asText(value) };
      context.header('cache-control', 'no-store');
      return context.json(answer);
    })
    .post('/variables', async (context) => {
      const { names } = await readBody(context, toLookUp);
      const answer: VariablesAnswer = [...new Set(names)].map((name) => variableView(name, host));
      return context.json(answer);
    });
}
