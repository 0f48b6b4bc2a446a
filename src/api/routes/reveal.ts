import { Hono } from 'hono';
import { z } from 'zod';
import { appendServerLog } from '../../store/logs/server-logs.ts';
import type { RevealAnswer, VariablesAnswer } from '../contract/values.ts';
import type { Desk } from '../desk.ts';
import { readBody } from '../read-body.ts';
import { Refusal } from '../refusal.ts';
import { asText } from '../secrets/as-text.ts';
import { sourcesOf } from '../secrets/sources-of.ts';
import { variableView } from '../views/draft-view.ts';
import { harmless } from '../views/words.ts';

const toReveal = z.object({ source: z.string().max(100), path: z.string().max(1000) });
const toLookUp = z.object({ names: z.array(z.string().max(200)).max(1000) });

/** `POST /api/reveal`, the one way a secret leaves, and `POST /api/variables` */
export function revealRoutes(desk: Desk): Hono {
  const { host } = desk;
  return new Hono()
    .post('/reveal', async (context) => {
      const { source, path } = await readBody(context, toReveal);
      const { name, kept } = sourcesOf(desk).find(source);
      const value = kept.get(path);
      if (value === undefined)
        throw new Refusal(404, { code: 'usage', field: 'path', message: 'There is no secret at this place.' });
      // Whoever looks into the log later can see that it was shown, and never what.
      appendServerLog(host, { level: 'info', server: name, message: `the page was shown ${harmless(path)}` });
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
